import type { Table } from "../../../kernel/table.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { pageRows } from "../../../platform/tables/index.ts";
import { type FactFilter, listFactsAfter, type NumberedFact } from "./store.ts";

const PAGE = 20_000;

/** XBRL facts as table rows. */
export function factTable(sql: Sql, filter: FactFilter): Table {
  return {
    columns: [
      ...["svc_entity_id", "taxonomy", "concept", "unit"].map(textColumn),
      { name: "period_start", type: "date" },
      { name: "period_end", type: "date" },
      { name: "value", type: "number" },
      { name: "fiscal_year", type: "whole" },
      ...["fiscal_period", "form", "accession"].map(textColumn),
      { name: "filed", type: "date" },
      ...["source", "reference", "licence"].map(textColumn),
      { name: "known_from", type: "time" },
    ],
    rows: pageRows(PAGE, (last: NumberedFact | null, limit) =>
      listFactsAfter(sql, filter, last?.fact_no ?? 0, limit),
    ),
  };
}

const textColumn = (name: string) => ({ name, type: "text" as const });
