import { texts } from "../../texts/index.ts";
import { formatNumber } from "../../ui/format.ts";
import { Badge } from "../../ui/surface.tsx";
import type { Claim } from "./link-numbers.ts";
import type { Mark } from "./mark.ts";
import { TagBadge } from "./tag-badge.tsx";

const { reports: words } = texts;

export function claimMark({ page, box, quote }: Claim): Mark | null {
  return page === null ? null : { page, box, quote };
}

/** Every number of an answer: what it is, with a link to its source. */
export function ClaimList({ claims, onMark }: { claims: readonly Claim[]; onMark: (mark: Mark) => void }) {
  if (claims.length === 0) return null;
  return (
    <ul aria-label={words.claims} className="mt-3 divide-y divide-line">
      {claims.map((claim) => {
        const mark = claimMark(claim);
        const line = (
          <>
            <span className="min-w-0 grow">
              {claim.label}
              {claim.period && <span className="text-dim"> · {claim.period}</span>}
              {claim.expression && <span className="block text-dim text-xs">{claim.expression}</span>}
            </span>
            <span className="whitespace-nowrap font-medium tabular-nums">{printValue(claim)}</span>
            <TagBadge tagged={claim.tagged} />
            <Badge tone={mark ? "accent" : "plain"}>
              {mark ? words.onPage(String(mark.page)) : words.computed}
            </Badge>
          </>
        );
        return (
          <li key={claim.claim_id}>
            {mark ? (
              <button
                type="button"
                onClick={() => onMark(mark)}
                className="-mx-2 flex w-[calc(100%+1rem)] items-center gap-3 rounded-lg px-2 py-2 text-left hover:bg-soft"
              >
                {line}
              </button>
            ) : (
              <span className="flex items-center gap-3 py-2">{line}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A value as the report states it: with its scale and unit. */
export function printValue({ value, unit, scale }: Claim): string {
  if (value === null) return "–";
  return [formatNumber(value), scale === "one" ? null : scale, unit].filter(Boolean).join(" ");
}
