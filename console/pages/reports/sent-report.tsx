import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { texts } from "../../texts/index.ts";
import { buttonClass } from "../../ui/button.tsx";
import { formatWholePercent } from "../../ui/format.ts";
import { Link } from "../../ui/router.tsx";
import { Badge } from "../../ui/surface.tsx";
import { DigestProgress, describeDigest, isDigested, useDigest } from "./digest.tsx";
import { type Draft, detailsOf } from "./draft-form.tsx";
import { sendReport } from "./send-report.ts";

const { reports: words } = texts;

/** A report being uploaded: sent as soon as it is shown, then tracked until every page is read. */
export function SentReport({ draft }: { draft: Draft }) {
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const [reportId, setReportId] = useState("");
  const [refusal, setRefusal] = useState<Error | null>(null);
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    sendReport(draft.file, detailsOf(draft), setShare).then(({ report_id }) => {
      setReportId(report_id);
      void client.invalidateQueries({ queryKey: ["reports.search"] });
    }, setRefusal);
  }, [draft, client]);
  const { data: digest, error } = useDigest(reportId);
  const problem = refusal ?? error;
  const isReady = digest?.digest_state === "ready";
  const isDone = digest !== undefined && isDigested(digest);
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: ["reports.search"] });
  }, [isDone, client]);
  return (
    <li className="rounded-xl border border-line bg-card px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 grow truncate font-medium">{draft.input.title}</span>
        {problem === null ? (
          <span className="text-dim text-xs tabular-nums">
            {digest ? !isReady && describeDigest(digest) : words.sending(formatWholePercent(share))}
          </span>
        ) : (
          <span role="alert" className="text-bad">
            {problem.message}
          </span>
        )}
        {isReady && <Badge tone="good">{words.states["ready"]}</Badge>}
        {reportId !== "" && (
          <Link to={`/reports/${reportId}`} className={buttonClass()}>
            {digest?.digest_state === "embedding" ? words.askAction : words.open}
          </Link>
        )}
      </div>
      {digest && <DigestProgress digest={digest} label={draft.file.name} />}
      {!digest && problem === null && (
        <progress aria-label={draft.file.name} value={share} className="mt-3 w-full" />
      )}
    </li>
  );
}
