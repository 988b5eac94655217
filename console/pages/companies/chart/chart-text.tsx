import { texts } from "../../../texts/index.ts";
import { formatDay, formatPrice, formatWhole } from "../../../ui/format.ts";
import { List, ListRow } from "../../../ui/list.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { type Bar, type ChartEvent, tableBars } from "./chart-view.ts";

const { companies: words } = texts;

/** The events of the chart with links to them. */
export function EventList({ events }: { events: ReadonlyMap<string, readonly ChartEvent[]> }) {
  const all = [...events.values()].flat().toSorted((a, b) => b.day.localeCompare(a.day));
  if (all.length === 0) return null;
  return (
    <details className="mt-3">
      <summary className="font-medium">{words.eventList(formatWhole(all.length))}</summary>
      <div className="-mx-5 mt-2 max-h-72 overflow-y-auto">
        <List>
          {all.map(({ day, kind, title, to, href }, index) => (
            <ListRow
              // biome-ignore lint/suspicious/noArrayIndexKey: two articles of a day may have the same title
              key={index}
              {...{ title, to, href }}
              lead={
                <>
                  <span className="w-24 shrink-0 text-dim">{formatDay(day)}</span>
                  <span className="w-16 shrink-0 text-dim">{words.eventNames[kind]}</span>
                </>
              }
            />
          ))}
        </List>
      </div>
    </details>
  );
}

/** The same prices as text: for screen readers, and for copying. */
export function PriceTable({ bars, currency }: { bars: readonly Bar[]; currency: string }) {
  const columns: Column<Bar>[] = [
    { head: words.priceColumns.day, cell: ({ date }) => formatDay(date) },
    { head: words.priceColumns.close, number: true, cell: ({ close }) => formatPrice(close, currency) },
    {
      head: words.priceColumns.volume,
      number: true,
      cell: ({ volume }) => (volume === null ? "–" : formatWhole(volume)),
    },
  ];
  return (
    <details className="mt-2">
      <summary className="font-medium">{words.priceTable}</summary>
      <div className="mt-2 max-h-80 overflow-y-auto">
        <Table
          caption={words.priceTable}
          columns={columns}
          rows={tableBars(bars)}
          rowKey={({ date }) => date}
        />
      </div>
    </details>
  );
}
