import { Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { toLocalLink } from "../../api/local-link.ts";
import type { InputOf, OutputOf } from "../../api/operations.ts";
import { PRICES } from "../../api/prices.ts";
import { useLiveOperation, useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { formatMoment, formatWhole } from "../../ui/format.ts";
import { Price } from "../../ui/price.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Alert, Badge, Card, Empty, type Tone } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { type Company, CompanySearch, SelectedCompany } from "../companies/company-search.tsx";

const { data: words } = texts;
type Input = InputOf<"exports.create">;
type Export = OutputOf<"exports.list">["exports"][number];
const TONES: Record<Export["state"], Tone> = {
  waiting: "plain",
  running: "accent",
  done: "good",
  failed: "bad",
};
const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const isOver = ({ state }: Export) => state === "done" || state === "failed";

/** Whole tables as files, written in the background. */
export function ExportsSection() {
  const [company, setCompany] = useState<Company | null>(null);
  const create = useOperationMutation("exports.create", ["exports.list"]);
  const list = useLiveOperation("exports.list", {}, (data) => !data.exports.every(isOver));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const entries = [...given].filter(([, value]) => value !== "");
    // The select boxes offer exactly the values of the operation.
    const input = Object.fromEntries(entries) as unknown as Input;
    create.mutate({ ...input, ...(company && { svc_entity_id: company.svc_entity_id }) });
  };
  return (
    <div className="space-y-4">
      <Card title={words.newExport}>
        <form onSubmit={submit} className="space-y-4">
          <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2 lg:grid-cols-5">
            <Select label={words.dataset} name="dataset" choices={choices(words.datasets)} />
            <Select label={words.format} name="format" choices={choices(words.formats)} defaultValue="csv" />
            <Field label={words.from} name="start_date" type="date" />
            <Field label={words.to} name="end_date" type="date" />
            {company ? (
              <div>
                <p className="mb-1 font-medium">{words.company}</p>
                <SelectedCompany company={company} onRemove={() => setCompany(null)} />
              </div>
            ) : (
              <CompanySearch label={words.company} onChoose={setCompany} />
            )}
          </div>
          {create.error && <Alert error={create.error} />}
          <div className="flex flex-wrap items-center gap-3">
            <Button kind="first" type="submit" busy={create.isPending}>
              {words.export}
              <Price credits={PRICES["exports.create"]} />
            </Button>
            <p className="text-dim text-xs">
              {words.exportHint(texts.ui.credits(formatWhole(PRICES["exports.create"])))}
            </p>
          </div>
        </form>
      </Card>
      <Card title={words.sections.exports} flush className="min-h-48">
        <QueryView
          query={list}
          rows={4}
          isEmpty={({ exports }) => exports.length === 0}
          empty={<Empty title={words.noExports} />}
        >
          {({ exports }) => (
            <Table
              caption={words.sections.exports}
              columns={COLUMNS}
              rows={exports}
              rowKey={({ export_id }) => export_id}
            />
          )}
        </QueryView>
      </Card>
    </div>
  );
}

const COLUMNS: readonly Column<Export>[] = [
  { head: words.dataset, cell: ({ dataset }) => words.datasets[dataset] },
  { head: words.format, wideOnly: true, cell: ({ format }) => words.formats[format] },
  {
    head: words.created,
    wideOnly: true,
    cell: ({ created_at }) => <span className="whitespace-nowrap">{formatMoment(created_at)}</span>,
  },
  { head: words.rows, number: true, cell: ({ rows }) => (rows === null ? "–" : formatWhole(rows)) },
  {
    head: words.state,
    cell: ({ state, reason }) => (
      <span title={reason ?? undefined}>
        <Badge tone={TONES[state]}>{words.exportStates[state]}</Badge>
      </span>
    ),
  },
  {
    head: words.file,
    cell: ({ clickable_link, dataset }) =>
      clickable_link === null ? (
        "–"
      ) : (
        <a
          href={toLocalLink(clickable_link)}
          download
          className={buttonClass()}
          aria-label={words.downloadOf(words.datasets[dataset])}
        >
          <Download size={15} aria-hidden />
          {words.download}
        </a>
      ),
  },
];
