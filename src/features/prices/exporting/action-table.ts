import type { Table } from "../../../kernel/table.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { pageRows } from "../../../platform/tables/index.ts";
import { type ExportedAction, listActionsAfter, type PriceFilter } from "./store.ts";

const PAGE = 20_000;

/** Splits and dividends as the sources give them, by company and ex-date. */
export function actionTable(sql: Sql, filter: PriceFilter): Table {
  return {
    columns: [
      ...["svc_entity_id", "ticker", "kind"].map(textColumn),
      { name: "ex_date", type: "date" },
      { name: "payment_date", type: "date" },
      { name: "amount", type: "number" },
      textColumn("currency"),
      { name: "ratio", type: "number" },
      ...["source", "licence"].map(textColumn),
      { name: "known_from", type: "time" },
    ],
    rows: pageRows(PAGE, (last: ExportedAction | null, limit) => listActionsAfter(sql, filter, last, limit)),
  };
}

const textColumn = (name: string) => ({ name, type: "text" as const });
