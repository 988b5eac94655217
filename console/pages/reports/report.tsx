import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Download } from "lucide-react";
import { useState } from "react";
import { call } from "../../api/operations.ts";
import { RequestFailure } from "../../api/request.ts";
import { useOperation } from "../../api/use-api.ts";
import type { PageProps } from "../../shell/pages.tsx";
import { texts } from "../../texts/index.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Link, useSearch } from "../../ui/router.tsx";
import { Alert, Card, Page, Waiting } from "../../ui/surface.tsx";
import { AskReport } from "./ask-report.tsx";
import { CertificateCard } from "./certificate-card.tsx";
import { describeDigest } from "./digest.ts";
import { PageTexts } from "./page-texts.tsx";
import { type Mark, PdfViewer } from "./pdf-viewer.tsx";

const { reports: words } = texts;
const AGAIN_MILLISECONDS = 1_000;

export function ReportPage({ params }: PageProps) {
  const report_id = params["id"] ?? "";
  const [search] = useSearch();
  const [mark, setMark] = useState<Mark | null>(() => readMark(search));
  const digest = useQuery({
    queryKey: ["reports.certificate", { report_id }],
    queryFn: () => call("reports.certificate", { report_id }),
    refetchInterval: ({ state }) =>
      ["ready", "failed"].includes(state.data?.digest_state ?? "failed") ? false : AGAIN_MILLISECONDS,
  });
  const files = useOperation("reports.file_list", { report_id: [report_id], option: ["pdf"] });
  const file = files.data?.file_list_pdf[0];
  const isUnknown = digest.error instanceof RequestFailure && digest.error.status === 404;
  const isReady = digest.data?.digest_state === "ready";
  return (
    <Page
      title={isUnknown ? words.unknown : (file?.file_title ?? "…")}
      about={file && file.file_title_en !== file.file_title ? file.file_title_en : undefined}
      wide
      actions={
        <>
          <Link to="/reports" className={buttonClass("bare")}>
            <ArrowLeft size={15} aria-hidden />
            {words.back}
          </Link>
          {file && (
            <a
              href={localPath(file.clickable_link) ?? file.clickable_link}
              className={buttonClass()}
              download
            >
              <Download size={15} aria-hidden />
              {words.download}
            </a>
          )}
        </>
      }
    >
      {digest.error && !isUnknown && <Alert error={digest.error} />}
      {!isUnknown && (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
          <Viewer reportId={report_id} link={file?.clickable_link ?? null} mark={mark} error={files.error} />
          <div className="space-y-4">
            {isReady && <AskReport reportId={report_id} onMark={setMark} />}
            {digest.data && !isReady && (
              <Card>
                <p aria-live="polite">{describeDigest(digest.data)}</p>
                {digest.data.digest_state !== "failed" && (
                  <progress aria-label={words.certificate} className="mt-3 h-1 w-full accent-accent" />
                )}
              </Card>
            )}
            {digest.data ? <CertificateCard digest={digest.data} /> : <Waiting rows={6} />}
          </div>
        </div>
      )}
    </Page>
  );
}

/** A place named in the address, as evidence of an artifact names it. */
function readMark(search: URLSearchParams): Mark | null {
  const page = Number(search.get("page"));
  if (!(page > 0)) return null;
  const box = search.get("box")?.split(",").map(Number);
  return { page, box: box?.length === 4 ? box : null };
}

/** A file this service keeps itself can be fetched from here, by whatever name the console was opened. */
function localPath(link: string): string | null {
  const { pathname, search } = new URL(link);
  return pathname.startsWith("/files/") ? pathname + search : null;
}

function Viewer(props: { reportId: string; link: string | null; mark: Mark | null; error: Error | null }) {
  const { reportId, link, mark, error } = props;
  if (error) return <Alert error={error} />;
  if (link === null) return <Waiting rows={14} tall />;
  const path = localPath(link);
  const isPdf = new URL(link).searchParams.get("type") === "application/pdf";
  return path !== null && isPdf ? <PdfViewer url={path} mark={mark} /> : <PageTexts reportId={reportId} />;
}
