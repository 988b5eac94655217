import { ExternalLink, Printer } from "lucide-react";
import { useRef, useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button, buttonClass, CopyButton } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { formatDay } from "../../ui/format.ts";

const { artifacts: words } = texts.agents;

/** A builder's HTML report as anyone with its link sees it, and the actions for it. */
export function ReportPreview(props: { artifact: OutputOf<"agents.outputs">[number]; url: string }) {
  const {
    artifact: { id, publish_date },
    url,
  } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [isRevoking, setIsRevoking] = useState(false);
  const revoke = useOperationMutation("agents.revoke", ["agents.outputs"]);
  const title = words.previewOf(formatDay(publish_date));
  // The report is on the same host as the console, whatever host name the console was opened by.
  const path = new URL(url).pathname;
  return (
    <section aria-label={title} className="border-line border-t">
      <div className="flex flex-wrap items-center gap-2 px-5 py-3">
        <h3 className="grow font-semibold">{title}</h3>
        <a href={path} target="_blank" rel="noreferrer" className={buttonClass()}>
          <ExternalLink size={15} aria-hidden />
          {words.openReport}
        </a>
        <CopyButton text={location.origin + path} label={words.copyLink} />
        <Button onClick={() => frame.current?.contentWindow?.print()}>
          <Printer size={15} aria-hidden />
          {words.print}
        </Button>
        <Button kind="bad" onClick={() => setIsRevoking(true)}>
          {words.revoke}
        </Button>
      </div>
      <iframe
        ref={frame}
        src={path}
        title={title}
        // No script runs in the frame. The page around it may reach in, for the print dialog and to handle
        // links.
        sandbox="allow-same-origin allow-modals allow-popups allow-popups-to-escape-sandbox"
        onLoad={() => openLinksInNewWindow(frame.current?.contentDocument ?? null)}
        className="h-[75dvh] w-full rounded-b-xl border-line border-t bg-white"
      />
      {isRevoking && (
        <Confirm
          title={words.revoke}
          text={words.revokeText}
          action={words.revoke}
          busy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate({ artifact_id: id }, { onSuccess: () => setIsRevoking(false) })}
          onClose={() => setIsRevoking(false)}
        />
      )}
    </section>
  );
}

/** The pages a report links to may not be framed; they open in a new window. */
function openLinksInNewWindow(report: Document | null): void {
  for (const link of report?.querySelectorAll<HTMLAnchorElement>("a[href]:not([href^='#'])") ?? [])
    link.target = "_blank";
}
