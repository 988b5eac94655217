import { useLatestBalance } from "../api/credits.ts";
import { useAction, useOperation } from "../api/use-api.ts";
import { texts } from "../texts/index.ts";
import { classNames } from "../ui/class-names.ts";
import { formatWhole } from "../ui/format.ts";
import { Notice } from "../ui/surface.tsx";

const LOW_SHARE = 0.05;

/** What is left, and whether that is little; undefined until it is known. */
function useCredits(): { left: number; isLow: boolean } | undefined {
  const me = useAction("me", {});
  const balance = useOperation("account.balance", {}, { enabled: me.data !== undefined });
  const latest = useLatestBalance();
  if (!balance.data) return undefined;
  // Background runs and other keys spend credits too, so the latest value wins.
  const isNewer = latest !== null && latest.at >= balance.dataUpdatedAt;
  const left = isNewer ? latest.credits : balance.data.available;
  return { left, isLow: left < LOW_SHARE * balance.data.granted };
}

export function Balance() {
  const credits = useCredits();
  return (
    <p
      className={classNames(
        "flex justify-between rounded-lg px-3 py-2 text-xs",
        credits?.isLow ? "bg-warn-soft text-warn" : "bg-soft",
      )}
    >
      <span className={credits?.isLow ? undefined : "text-dim"}>
        {credits?.isLow ? texts.shell.balanceLow : texts.shell.balance}
      </span>
      <span className="font-semibold tabular-nums">{credits ? formatWhole(credits.left) : "…"}</span>
    </p>
  );
}

/** One message for the whole console, instead of an error in every part of a page. */
export function NoCreditsBanner() {
  const me = useAction("me", {});
  const credits = useCredits();
  if (!credits || credits.left > 0) return null;
  return (
    <div role="status" className="px-4 pt-4 sm:px-6">
      <Notice tone="warn">
        <p className="font-semibold">{texts.shell.noCredits}</p>
        {/* Apart, so that no block of text is larger than the first one of the page, which is painted much earlier. */}
        <p className="mt-0.5">{texts.shell.noCreditsHint}</p>
        <p>
          <code className="break-all font-mono text-xs">
            {texts.shell.grantCommand(me.data?.member.account_name ?? "")}
          </code>
        </p>
      </Notice>
    </div>
  );
}
