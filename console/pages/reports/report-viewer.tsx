import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Alert, Skeleton } from "../../ui/surface.tsx";
import { type Digest, useDigest } from "./digest.tsx";
import type { Mark } from "./mark.ts";
import { PdfViewer } from "./pdf-viewer.tsx";
import { TextViewer } from "./text-viewer.tsx";
import { ViewerFrame } from "./viewer-frame.tsx";

const { reports: words } = texts;
export type ReportFile = OutputOf<"reports.file_list">["file_list_pdf"][number];
const LINK_MILLISECONDS = 86_400_000;

/** What is known of a report, and the address of its file. */
export function useReportFile(reportId: string) {
  const digest = useDigest(reportId);
  const files = useOperation(
    "reports.file_list",
    { report_id: [reportId], option: ["pdf"] },
    { enabled: reportId !== "", staleTime: LINK_MILLISECONDS },
  );
  const reason = files.data?.errors[0]?.reason;
  return {
    digest: digest.data,
    file: files.data?.file_list_pdf[0],
    error: digest.error ?? files.error ?? (reason === undefined ? null : new Error(reason)),
  };
}

/** A report next to something that refers to it, opened at the place. */
export function ReportViewer({ reportId, mark }: { reportId: string; mark: Mark | null }) {
  const { digest, file, error } = useReportFile(reportId);
  if (digest && file) return <Viewer digest={digest} file={file} mark={mark} />;
  return (
    <ViewerFrame>
      <div className="p-5">{error ? <Alert error={error} /> : <Skeleton rows={12} tall />}</div>
    </ViewerFrame>
  );
}

/**
 * Goes through this service, wherever the file is stored and whatever host name the console was opened by.
 */
export function localPath({ service_link }: ReportFile): string {
  const { pathname, search } = new URL(service_link);
  return pathname + search;
}

/** A PDF as printed; anything else as extracted text. */
export function Viewer({ digest, file, mark }: { digest: Digest; file: ReportFile; mark: Mark | null }) {
  const { content_type, digest_state, page_count, report_id } = digest;
  if (content_type === "application/pdf")
    return <PdfViewer key={report_id} url={localPath(file)} title={file.file_title} mark={mark} />;
  if (digest_state === "ready" && page_count !== null)
    return <TextViewer file={file} pageCount={page_count} mark={mark} />;
  return (
    <ViewerFrame>
      <div className="p-5">
        {digest_state === "failed" ? (
          <p className="text-dim">{words.notDisplayed}</p>
        ) : (
          <Skeleton rows={12} tall />
        )}
      </div>
    </ViewerFrame>
  );
}
