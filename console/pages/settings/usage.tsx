import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile, toCsv } from "../../ui/download.ts";
import { Field } from "../../ui/field.tsx";
import { formatDay, formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { useSearch } from "../../ui/router.tsx";
import { Card, Empty } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { UsageCharts } from "../home/usage-charts.tsx";
import { Section } from "./section.tsx";

const { usage: words } = texts.settings;
type Row = OutputOf<"account.usage">["usage"][number];

export function UsageSection() {
  const [search, setSearch] = useSearch();
  const keys = useOperation("keys.list", {});
  const start = search.get("start_date");
  const end = search.get("end_date");
  const days = {
    ...(start !== null && { start_date: start }),
    ...(end !== null && { end_date: end }),
  };
  const usage = useOperation("account.usage", days);
  const nameOf = new Map((keys.data ?? []).map(({ key_id, name }) => [key_id, name]));
  const columns: Column<Row>[] = [
    {
      head: words.columns.day,
      cell: ({ day }) => <span className="whitespace-nowrap">{formatDay(day)}</span>,
    },
    {
      head: words.columns.operation,
      cell: ({ operation_id }) => <span className="font-mono text-xs">{operation_id}</span>,
    },
    {
      head: words.columns.key,
      wideOnly: true,
      cell: ({ key_id }) => (key_id === null ? words.noKey : (nameOf.get(key_id) ?? key_id)),
    },
    { head: words.columns.calls, number: true, wideOnly: true, cell: ({ calls }) => formatWhole(calls) },
    { head: words.columns.credits, number: true, cell: ({ credits }) => formatWhole(credits) },
  ];
  const rows = usage.data?.usage ?? [];
  return (
    <Section
      about={words.about}
      actions={
        <Button disabled={rows.length === 0} onClick={() => saveFile("usage.csv", "text/csv", toCsv(rows))}>
          {texts.ui.downloadCsv}
        </Button>
      }
    >
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label={words.from}
          type="date"
          value={start ?? usage.data?.start_date ?? ""}
          onChange={(event) => setSearch({ start_date: event.target.value })}
        />
        <Field
          label={words.to}
          type="date"
          value={end ?? usage.data?.end_date ?? ""}
          onChange={(event) => setSearch({ end_date: event.target.value })}
        />
        <p className="ml-auto py-2 font-medium tabular-nums">
          {usage.data &&
            words.total(formatWhole(usage.data.total_credits), formatWhole(usage.data.total_calls))}
        </p>
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
        <UsageCharts days={days} />
      </div>
      <Card flush>
        <QueryView
          query={usage}
          rows={10}
          isEmpty={(data) => data.usage.length === 0}
          empty={<Empty title={words.none} />}
        >
          {(data) => (
            <Table
              caption={texts.settings.sections.usage}
              columns={columns}
              rows={data.usage}
              rowKey={({ day, key_id, operation_id }) => `${day} ${key_id} ${operation_id}`}
            />
          )}
        </QueryView>
      </Card>
    </Section>
  );
}
