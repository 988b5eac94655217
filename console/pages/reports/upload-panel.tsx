import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { call } from "../../api/operations.ts";
import { texts } from "../../texts/index.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Link } from "../../ui/router.tsx";
import { Badge } from "../../ui/surface.tsx";
import { type Digest, describeDigest } from "./digest.ts";
import { sendReport } from "./send-report.ts";

const { reports: words } = texts;
const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });

/** A place to drop files; each is sent at once and followed until every page is read. */
export function UploadPanel({ againMilliseconds }: { againMilliseconds: number }) {
  const [files, setFiles] = useState<{ id: string; file: File }[]>([]);
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null) =>
    setFiles((before) => [
      ...before,
      ...[...(list ?? [])].map((file) => ({ id: crypto.randomUUID(), file })),
    ]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <section aria-label={words.upload} className="mb-5 space-y-3">
      <section
        aria-label={words.dropTitle}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={classNames(
          "rounded-xl border-2 border-dashed px-4 py-7 text-center",
          isOver ? "border-accent bg-accent-soft" : "border-line bg-card",
        )}
      >
        <FileUp size={26} className="mx-auto text-dim" aria-hidden />
        <p className="mt-2 font-medium">{words.dropTitle}</p>
        <p className="mb-3 text-dim text-xs">{words.dropHint}</p>
        <input
          ref={input}
          type="file"
          multiple
          accept=".pdf,.html,.htm,application/pdf,text/html"
          aria-label={words.choose}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => take(event.target.files)}
        />
        <Button onClick={() => input.current?.click()}>{words.choose}</Button>
      </section>
      <ul className="space-y-2" aria-live="polite">
        {files.map(({ id, file }) => (
          <Sent key={id} file={file} againMilliseconds={againMilliseconds} />
        ))}
      </ul>
    </section>
  );
}

function Sent({ file, againMilliseconds }: { file: File; againMilliseconds: number }) {
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const [reportId, setReportId] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    sendReport(file, setShare).then(
      ({ report_id }) => {
        setReportId(report_id);
        void client.invalidateQueries({ queryKey: ["reports.search"] });
      },
      (error: Error) => setTrouble(error.message),
    );
  }, [file, client]);
  const digest = useQuery({
    queryKey: ["reports.certificate", { report_id: reportId ?? "" }, "upload"],
    queryFn: () => call("reports.certificate", { report_id: reportId ?? "" }),
    enabled: reportId !== null,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : againMilliseconds),
  });
  const isDone = isOver(digest.data);
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: ["reports.search"] });
  }, [isDone, client]);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-card px-4 py-3">
      <span className="min-w-0 grow truncate font-medium">{file.name}</span>
      {trouble !== null && (
        <span role="alert" className="text-bad">
          {trouble}
        </span>
      )}
      {trouble === null && (
        <span className="text-dim text-xs tabular-nums">
          {digest.data ? describeDigest(digest.data) : words.sending(percent.format(share))}
        </span>
      )}
      {digest.data?.digest_state === "ready" && <Badge tone="good">{words.states["ready"]}</Badge>}
      {reportId !== null && (
        <Link to={`/reports/${reportId}`} className={buttonClass()}>
          {words.open}
        </Link>
      )}
      {trouble === null && !isDone && (
        <progress
          aria-label={file.name}
          value={digest.data ? undefined : share}
          className="h-1 w-full accent-accent"
        />
      )}
    </li>
  );
}

const isOver = (digest: Digest | undefined) =>
  digest?.digest_state === "ready" || digest?.digest_state === "failed";
