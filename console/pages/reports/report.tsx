import { Download } from "lucide-react";
import { useState } from "react";
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
import { type Digest, DigestProgress, describeDigest } from "./digest.tsx";
import { type Mark, readMark } from "./mark.ts";
import { localPath, type ReportFile, useReportFile, Viewer } from "./report-viewer.tsx";
import { ShareReport } from "./share-report.tsx";
import { TEXT_PLACE, VIEWER_PLACE } from "./viewer-frame.tsx";

const { reports: words } = texts;

export function ReportPage({ params }: PageProps) {
  const report_id = params["id"] ?? "";
  const { digest, file, error } = useReportFile(report_id);
  if (digest && file) return <OpenReport digest={digest} file={file} />;
  if (error instanceof RequestFailure && error.status === 404)
    return (
      <Page title={words.unknown} actions={<BackLink to="/reports" label={words.back} />}>
        <Empty title={words.unknownHint} />
      </Page>
    );
  // Its title is known in a moment; until then the page says what it is.
  return (
    <Page title={texts.shell.palette.report}>
      {error ? <Alert error={error} /> : <Skeleton rows={12} tall />}
    </Page>
  );
}

function OpenReport({ digest, file }: { digest: Digest; file: ReportFile }) {
  const [search] = useSearch();
  const [mark, setMark] = useState<Mark | null>(() => readMark(search));
  const isReady = digest.digest_state === "ready";
  // All pages are read before passages are indexed, and questions are answered from the pages.
  const canAsk = isReady || digest.digest_state === "embedding";
  // The statements are below the report, so the place they refer to may be out of sight.
  const show = (place: Mark) => {
    setMark(place);
    window.scrollTo({ top: 0, behavior: "smooth" });
  };
  return (
    <Page
      title={file.file_title}
      about={file.file_title_en === file.file_title ? undefined : file.file_title_en}
      actions={
        <>
          <BackLink to="/reports" label={words.back} />
          <a href={localPath(file)} className={buttonClass()} download>
            <Download size={15} aria-hidden />
            {words.download}
          </a>
          {digest.own && <OwnReportTools file={file} />}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className={digest.content_type === "application/pdf" ? VIEWER_PLACE : TEXT_PLACE}>
          <Viewer digest={digest} file={file} mark={mark} />
        </div>
        <div className="min-w-0 space-y-4">
          {canAsk && <AskReport reportId={digest.report_id} onMark={setMark} />}
          {!isReady && (
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

/** Everyone who reads an upload sees who else does; its uploader and owners change and delete it. */
function OwnReportTools({ file }: { file: ReportFile }) {
  const { uploads: [upload] = [], people = [] } =
    useOperation("reports.sharing", { report_id: file.report_id }).data ?? {};
  if (!upload) return null;
  return (
    <>
      <ShareReport upload={upload} people={people} />
      {upload.may_change && <DeleteReport report={file} onDone={() => navigate("/reports")} />}
    </>
  );
}

/** Opened on request: the page itself comes first. */
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
