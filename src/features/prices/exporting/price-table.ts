import type { Table } from "../../../kernel/table.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { pageRows } from "../../../platform/tables/index.ts";
import { type ExportedBar, listBarsAfter, type PriceFilter } from "./store.ts";

const PAGE = 20_000;

/** Prices as the sources give them, with their adjustment in `basis`, by series and day. */
export function priceTable(sql: Sql, filter: PriceFilter): Table {
  return {
    columns: [
      ...["svc_entity_id", "ticker", "isin", "exchange", "currency", "basis"].map(textColumn),
      { name: "date", type: "date" },
      ...["open", "high", "low", "close", "volume", "adjusted_close"].map((name) => ({
        name,
        type: "number" as const,
      })),
      ...["source", "licence"].map(textColumn),
      { name: "known_from", type: "time" },
    ],
    rows: pageRows(PAGE, (last: ExportedBar | null, limit) =>
      listBarsAfter(sql, filter, { series_no: last?.series_no ?? 0, date: last?.date ?? "-infinity" }, limit),
    ),
  };
}

const textColumn = (name: string) => ({ name, type: "text" as const });
