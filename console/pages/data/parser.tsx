import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { toLocalLink } from "../../api/local-link.ts";
import type { OutputOf } from "../../api/operations.ts";
import { PRICES } from "../../api/prices.ts";
import { send } from "../../api/request.ts";
import { useLiveOperation, useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { formatWhole } from "../../ui/format.ts";
import { Price } from "../../ui/price.tsx";
import { Alert, Badge, Card } from "../../ui/surface.tsx";
import { Table } from "../../ui/table.tsx";

const { data: words } = texts;
const TABLES_SHOWN = 20;
const TEXT_SHOWN = 20_000;

type Result = OutputOf<"parser.result">;
interface Job {
  job_id: string;
  name: string;
}

/** Any PDF as text and tables, without keeping it as a report. */
export function ParserSection() {
  const [jobs, setJobs] = useState<Job[]>([]);
  const parse = useMutation({
    mutationFn: async (form: FormData): Promise<Job> => {
      const { data } = await send("/v1/parser/pdf", { method: "POST", body: form });
      const file = form.get("file");
      const name = file instanceof File ? file.name : String(form.get("pdf_url"));
      // The server parsed its response with the schema of the operation.
      return { job_id: (data as { job_id: string }).job_id, name };
    },
    onSuccess: (job) => setJobs((earlier) => [job, ...earlier]),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const file = given.get("file");
    const form = new FormData();
    if (file instanceof File && file.size > 0) form.append("file", file);
    else form.append("pdf_url", String(given.get("pdf_url")));
    parse.mutate(form);
  };
  return (
    <div className="space-y-4">
      <Card title={words.parseTitle}>
        <form onSubmit={submit} className="space-y-4">
          <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
            <Field label={words.pdf} name="file" type="file" accept=".pdf,application/pdf" />
            <Field label={words.pdfUrl} name="pdf_url" type="url" placeholder="https://…" />
          </div>
          {parse.error && <Alert error={parse.error} />}
          <div className="flex flex-wrap items-center gap-3">
            <Button kind="first" type="submit" busy={parse.isPending}>
              {words.parse}
              <Price credits={PRICES["parser.result"]} />
            </Button>
            <p className="text-dim text-xs">
              {words.parseHint(texts.ui.credits(formatWhole(PRICES["parser.result"])))}
            </p>
          </div>
        </form>
      </Card>
      {jobs.map((job) => (
        <ParseJob key={job.job_id} job={job} />
      ))}
    </div>
  );
}

const isWorking = ({ state }: OutputOf<"tasks.get">) => state === "working";
const isOver = ({ state }: Result) => state === "ready" || state === "failed" || state === "cancelled";

function ParseJob({ job: { job_id, name } }: { job: Job }) {
  const task = useLiveOperation("tasks.get", { task_id: job_id }, isWorking);
  const client = useQueryClient();
  const { data, error } = useOperation("parser.result", { job_id }, { staleTime: Number.POSITIVE_INFINITY });
  const changedAt = task.data?.updated_at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the task has changed
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ["parser.result", { job_id }] });
  }, [changedAt, job_id, client]);
  return (
    <Card
      title={<span className="break-all">{name}</span>}
      aside={
        data && (
          <Badge tone={data.state === "failed" ? "bad" : "plain"}>{words.parseStates[data.state]}</Badge>
        )
      }
    >
      {error && <Alert error={error} />}
      {data && !isOver(data) && (
        <progress
          aria-label={name}
          className="w-full"
          max={data.page_count ?? 1}
          value={data.page_count === null ? undefined : data.pages_done}
        />
      )}
      {data?.state === "failed" && <p className="text-bad">{data.reason}</p>}
      {data?.state === "ready" && <Parsed result={data} />}
    </Card>
  );
}

function Parsed({ result: { page_count, tables, text, clickable_link } }: { result: Result }) {
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="tabular-nums">
          {words.parsed(formatWhole(page_count ?? 0), formatWhole(tables?.length ?? 0))}
        </p>
        {clickable_link !== null && (
          <a href={toLocalLink(clickable_link)} download className={buttonClass()}>
            {words.downloadZip}
          </a>
        )}
      </div>
      {tables?.slice(0, TABLES_SHOWN).map(({ page, caption, columns, rows }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tables repeat and never change
        <details key={at}>
          <summary className="w-fit rounded-md">
            {words.tableOn(caption || words.table, formatWhole(page))}
          </summary>
          <div className="mt-2 overflow-x-auto">
            <Table
              caption={caption || words.table}
              columns={columns.map((head, index) => ({
                key: String(index),
                head,
                number: index > 0,
                cell: (row: readonly string[]) => row[index] ?? "",
              }))}
              rows={rows}
              rowKey={(row) => `${rows.indexOf(row)}`}
            />
          </div>
        </details>
      ))}
      {text !== null && (
        <details>
          <summary className="w-fit rounded-md">{words.text}</summary>
          <pre className="mt-2 max-h-96 overflow-auto whitespace-pre-wrap rounded-lg bg-soft p-3 text-xs">
            {text.slice(0, TEXT_SHOWN)}
          </pre>
        </details>
      )}
    </div>
  );
}
