import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { formatDay, formatNumber } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Card, Empty } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";

const { companies: words } = texts;
type Fact = OutputOf<"facts.list">["facts"][number];
const SHOWN_MAX = 50;

const COLUMNS: readonly Column<Fact>[] = [
  {
    head: words.factColumns.concept,
    cell: ({ label, concept }) => <span title={concept}>{label ?? concept}</span>,
  },
  {
    head: words.factColumns.period,
    wideOnly: true,
    cell: ({ period_start, period_end }) =>
      [period_start, period_end]
        .filter((day) => day !== null)
        .map(formatDay)
        .join(" – "),
  },
  {
    head: words.factColumns.value,
    number: true,
    cell: ({ value, unit }) => `${formatNumber(value)} ${unit}`,
  },
  {
    head: words.factColumns.filed,
    wideOnly: true,
    cell: ({ filed, form }) => `${formatDay(filed)} · ${form}`,
  },
  { head: words.factColumns.source, wideOnly: true, cell: ({ source }) => source },
];

export function CompanyFacts({ id }: { id: string }) {
  const facts = useOperation("facts.list", { svc_entity_id: id, limit: SHOWN_MAX });
  return (
    <Card title={words.facts} aside={words.factsAbout} flush className="min-h-40">
      <QueryView
        query={{ ...facts, data: facts.data?.facts }}
        rows={5}
        isEmpty={(rows) => rows.length === 0}
        empty={<Empty title={words.noFacts}>{words.noFactsHint}</Empty>}
      >
        {(rows) => (
          <Table
            caption={words.facts}
            columns={COLUMNS}
            rows={rows}
            rowKey={({ concept, unit, period_start, period_end, accession }) =>
              [concept, unit, period_start, period_end, accession].join(" ")
            }
          />
        )}
      </QueryView>
    </Card>
  );
}
