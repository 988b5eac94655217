import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/operations.ts";
import { orEmpty } from "../../api/or-empty.ts";
import { readAll } from "../../api/read-all.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Select } from "../../ui/field.tsx";
import { formatDay, formatSince, formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { useSearch } from "../../ui/router.tsx";
import { Card, Empty } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Toggles } from "../../ui/toggles.tsx";
import type { Artifact } from "./changes.ts";
import { EvidenceDialog } from "./evidence-dialog.tsx";
import { toRows } from "./grid-rows.ts";
import { ReportPreview } from "./report-preview.tsx";
import { ResultGrid } from "./result-grid.tsx";
import type { Builder } from "./use-builders.ts";
import { ValuePanel } from "./value-panel.tsx";

const { artifacts: words } = texts.agents;
/** As many as one call gives. */
const LIMIT = 50;
const SHOWN_MAX = 1_000;
/** Fewer companies are seen at a glance. */
const FILTERED_FROM = 8;
const KINDS = [
  { value: "data", label: words.data },
  { value: "report", label: words.reports },
] as const;

export function Artifacts({ builder }: { builder: Builder }) {
  const [kind, setKind] = useState<"data" | "report">("data");
  const [company, setCompany] = useState("");
  const [search, setSearch] = useSearch();
  const query = {
    agent_id: builder.id,
    agent_type: kind,
    ...(company !== "" && kind === "data" && { svc_entity_id_list: [company] }),
  };
  const artifacts = useQuery({
    queryKey: ["agents.outputs", query],
    queryFn: () =>
      readAll((part) => orEmpty(call("agents.outputs", { ...query, ...part })), {
        limit: LIMIT,
        most: SHOWN_MAX,
      }),
  });
  const open = (id: string, field?: string) => setSearch({ artifact: id, field: field ?? null });
  const close = () => setSearch({ artifact: null, field: null });
  const [artifact, field] = [search.get("artifact"), search.get("field")];
  const opened = artifact !== null && field !== null && kind === "data" ? { id: artifact, field } : null;
  const history = toRows(kind === "data" ? (artifacts.data ?? []) : [])
    .map(({ artifact: newest, earlier }) => [newest, ...earlier])
    .find((row) => row.some(({ id }) => id === artifact));
  const published = kind === "report" ? (artifacts.data ?? []).filter(({ url }) => url !== undefined) : [];
  const shown = published.find(({ id }) => id === search.get("preview")) ?? published[0];
  return (
    <div className={classNames(opened && "grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]")}>
      <Card
        title={words.title}
        flush
        className="min-h-72"
        aside={<Toggles label={words.kind} choices={KINDS} chosen={kind} onChoose={setKind} />}
      >
        {kind === "data" && builder.company_list.length > FILTERED_FROM && (
          <CompanyFilter builder={builder} company={company} onChoose={setCompany} />
        )}
        <QueryView
          query={artifacts}
          rows={6}
          tall
          isEmpty={(rows) => rows.length === 0}
          empty={<Empty title={words.none}>{words.noneHint}</Empty>}
        >
          {(rows) =>
            kind === "data" ? (
              <ResultGrid builder={builder} artifacts={rows} opened={opened} onOpen={open} />
            ) : (
              <Table
                caption={words.title}
                columns={reportColumns(shown?.id, (id) => setSearch({ preview: id }))}
                rows={rows}
                rowKey={({ id }) => id}
              />
            )
          }
        </QueryView>
        {artifacts.data?.length === SHOWN_MAX && (
          <p className="border-line border-t px-5 py-3 text-dim">
            {words.latestOnly(formatWhole(SHOWN_MAX))}
          </p>
        )}
        {shown?.url !== undefined && <ReportPreview key={shown.id} artifact={shown} url={shown.url} />}
        {artifact !== null && field === null && <EvidenceDialog id={artifact} onClose={close} />}
      </Card>
      {opened && <ValuePanel {...opened} history={history ?? []} onOpen={open} onClose={close} />}
    </div>
  );
}

function CompanyFilter(props: { builder: Builder; company: string; onChoose: (id: string) => void }) {
  const { builder, company, onChoose } = props;
  return (
    <Select
      label={words.filter}
      className="max-w-xs px-5 pb-3"
      choices={[
        { value: "", label: words.allCompanies },
        ...builder.company_list.map(({ svc_entity_id, name }) => ({ value: svc_entity_id, label: name })),
      ]}
      value={company}
      onChange={(event) => onChoose(event.target.value)}
    />
  );
}

const common: Column<Artifact>[] = [
  {
    head: words.columns.company,
    cell: ({ company_list }) => (
      <span className="block min-w-32 font-medium">{company_list.map(({ name }) => name).join(", ")}</span>
    ),
  },
  {
    head: words.columns.date,
    wideOnly: true,
    cell: ({ publish_date }) => <span className="whitespace-nowrap">{formatDay(publish_date)}</span>,
  },
];

function reportColumns(shown: string | undefined, show: (id: string) => void): Column<Artifact>[] {
  return [
    ...common,
    {
      head: words.columns.made,
      wideOnly: true,
      cell: ({ created_at }) => <span className="whitespace-nowrap">{formatSince(created_at)}</span>,
    },
    {
      head: texts.ui.actions,
      number: true,
      cell: ({ id, url }) =>
        url === undefined ? (
          words.empty
        ) : (
          <Button aria-pressed={id === shown} onClick={() => show(id)}>
            {words.preview}
          </Button>
        ),
    },
  ];
}
