import type { InputOf, OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { type Bar, BarChart, ShareList } from "../../ui/bar-chart.tsx";
import { formatDay, formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Card, Empty } from "../../ui/surface.tsx";

const { home } = texts;
const OPERATIONS_SHOWN = 6;
const DAY_MILLISECONDS = 86_400_000;

type Usage = OutputOf<"account.usage">;

/** Of the last 30 days, or of the days given. */
export function UsageCharts({ days = {} }: { days?: InputOf<"account.usage"> }) {
  const usage = useOperation("account.usage", days);
  const isEmpty = ({ total_credits }: Usage) => total_credits === 0;
  const empty = <Empty title={home.nothingSpent}>{home.nothingSpentHint}</Empty>;
  return (
    <>
      <Card title={home.byDay} className="min-h-72 lg:col-span-2">
        <QueryView query={usage} rows={7} isEmpty={isEmpty} empty={empty}>
          {(data) => <BarChart bars={barsOf(data)} label={home.byDay} />}
        </QueryView>
      </Card>
      <Card title={home.byOperation} className="min-h-72">
        <QueryView query={usage} rows={6} isEmpty={isEmpty} empty={empty}>
          {(data) => <ShareList shares={sharesOf(data)} />}
        </QueryView>
      </Card>
    </>
  );
}

/** One bar for every day of the window, including days without calls. */
function barsOf({ start_date, end_date, usage }: Usage): Bar[] {
  const byDay = Map.groupBy(usage, ({ day }) => day);
  const count = Math.round((Date.parse(end_date) - Date.parse(start_date)) / DAY_MILLISECONDS) + 1;
  return Array.from({ length: count }, (_none, index) => {
    const day = new Date(Date.parse(start_date) + index * DAY_MILLISECONDS).toISOString().slice(0, 10);
    const rows = byDay.get(day) ?? [];
    const credits = rows.reduce((sum, row) => sum + row.credits, 0);
    const calls = rows.reduce((sum, row) => sum + row.calls, 0);
    return {
      day,
      value: credits,
      text: home.byDayOf(formatDay(day), formatWhole(credits), formatWhole(calls)),
    };
  });
}

function sharesOf({ usage }: Usage) {
  return [...Map.groupBy(usage, ({ operation_id }) => operation_id)]
    .map(([name, rows]) => ({ name, value: rows.reduce((sum, row) => sum + row.credits, 0) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, OPERATIONS_SHOWN)
    .map((share) => ({ ...share, text: formatWhole(share.value) }));
}
