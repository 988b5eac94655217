import type { Table } from "../../../kernel/table.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { pageRows } from "../../../platform/tables/index.ts";
import { listCompaniesAfter } from "./store.ts";

const PAGE = 5_000;

/** All companies, or one, as rows ordered by identifier. */
export function companyTable(sql: Sql, filter: { svc_entity_id?: string | undefined }): Table {
  const only = filter.svc_entity_id ?? null;
  return {
    columns: [
      ...["svc_entity_id", "name", "country", "exchange", "primary_sector_id"].map(textColumn),
      ...["primary_isin", "primary_ticker", "lei", "cik"].map(textColumn),
      { name: "market_cap_usd", type: "number" },
      { name: "market_cap_date", type: "date" },
      ...["market_cap_source", "status"].map(textColumn),
      { name: "status_date", type: "date" },
      { name: "fictional", type: "boolean" },
      textColumn("source"),
      { name: "source_date", type: "date" },
      textColumn("licence"),
      { name: "changed_at", type: "time" },
    ],
    rows: pageRows(PAGE, (last: { svc_entity_id: string } | null, limit) =>
      listCompaniesAfter(sql, { after: last?.svc_entity_id ?? "", limit, only }),
    ),
  };
}

const textColumn = (name: string) => ({ name, type: "text" as const });
