import { Download } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { RequestFailure } from "../../api/request.ts";
import { useOperation } from "../../api/use-api.ts";
import type { PageProps } from "../../shell/pages.tsx";
import { texts } from "../../texts/index.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { navigate, useSearch } from "../../ui/router.tsx";
import { Alert, Card, Empty, Page, Skeleton } from "../../ui/surface.tsx";
import { Financials } from "../financials/financials.tsx";
import { AskReport } from "./ask-report.tsx";
import { CertificateCard } from "./certificate-card.tsx";
import { DeleteReport } from "./delete-report.tsx";
import { type Digest, DigestProgress, describeDigest, useDigest } from "./digest.tsx";
import { type Mark, readMark } from "./mark.ts";
import { PdfViewer } from "./pdf-viewer.tsx";
import { TextViewer } from "./text-viewer.tsx";
import { ViewerFrame } from "./viewer-frame.tsx";

const { reports: words } = texts;
type File = OutputOf<"reports.file_list">["file_list_pdf"][number];
const LINK_MILLISECONDS = 86_400_000;

export function ReportPage({ params }: PageProps) {
  const report_id = params["id"] ?? "";
  const digest = useDigest(report_id);
  const files = useOperation(
    "reports.file_list",
    { report_id: [report_id], option: ["pdf"] },
    { enabled: digest.data !== undefined, staleTime: LINK_MILLISECONDS },
  );
  const file = files.data?.file_list_pdf[0];
  if (digest.data && file) return <OpenReport digest={digest.data} file={file} />;
  if (digest.error instanceof RequestFailure && digest.error.status === 404)
    return (
      <Page title={words.unknown} actions={<BackLink to="/reports" label={words.back} />}>
        <Empty title={words.unknownHint} />
      </Page>
    );
  const problem = digest.error ?? files.error ?? (files.data && new Error(files.data.errors[0]?.reason));
  return (
    <Page title="…" wide>
      {problem ? <Alert error={problem} /> : <Skeleton rows={12} tall />}
    </Page>
  );
}

function OpenReport({ digest, file }: { digest: Digest; file: File }) {
  const [search] = useSearch();
  const [mark, setMark] = useState<Mark | null>(() => readMark(search));
  const isReady = digest.digest_state === "ready";
  // The statements are below the report, so the place they refer to may be out of sight.
  const show = (place: Mark) => {
    setMark(place);
    window.scrollTo({ top: 0, behavior: "smooth" });
  };
  return (
    <Page
      title={file.file_title}
      about={file.file_title_en === file.file_title ? undefined : file.file_title_en}
      wide
      actions={
        <>
          <BackLink to="/reports" label={words.back} />
          <a href={localPath(file)} className={buttonClass()} download>
            <Download size={15} aria-hidden />
            {words.download}
          </a>
          {digest.own && <DeleteReport report={file} onDone={() => navigate("/reports")} />}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <Viewer digest={digest} file={file} mark={mark} />
        <div className="min-w-0 space-y-4">
          {isReady ? (
            <AskReport reportId={digest.report_id} onMark={setMark} />
          ) : (
            <Card>
              <p aria-live="polite">{describeDigest(digest)}</p>
              <DigestProgress digest={digest} label={words.certificate} />
            </Card>
          )}
          <CertificateCard digest={digest} />
        </div>
      </div>
      {isReady && <ReportStatements reportId={digest.report_id} onOpen={show} />}
    </Page>
  );
}

/** Opened on request, since reading statements costs credits. */
function ReportStatements({ reportId, onOpen }: { reportId: string; onOpen: (mark: Mark) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="mt-4">
      {isOpen ? (
        <Financials subject={{ report_id: reportId }} onOpen={onOpen} />
      ) : (
        <Button onClick={() => setIsOpen(true)}>{texts.financials.open}</Button>
      )}
    </div>
  );
}

/**
 * Goes through this service, wherever the file is stored and whatever host name the console was opened by.
 */
function localPath({ service_link }: File): string {
  const { pathname, search } = new URL(service_link);
  return pathname + search;
}

/** A PDF as printed; anything else as extracted text. */
function Viewer({ digest, file, mark }: { digest: Digest; file: File; mark: Mark | null }) {
  const { content_type, digest_state, page_count, report_id } = digest;
  if (content_type === "application/pdf") return <PdfViewer url={localPath(file)} mark={mark} />;
  if (digest_state === "ready" && page_count !== null)
    return <TextViewer reportId={report_id} pageCount={page_count} mark={mark} />;
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
