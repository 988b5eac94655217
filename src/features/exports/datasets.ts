import type { Scope } from "../../kernel/scopes.ts";
import type { Table } from "../../kernel/table.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import type { Sql } from "../../platform/db/index.ts";
import { companyTable } from "../companies/index.ts";
import { factTable } from "../facts/index.ts";
import { actionTable, priceTable } from "../prices/index.ts";
import { reportTable } from "../reports/index.ts";

export const DATASETS = ["companies", "reports", "prices", "corporate_actions", "facts"] as const;
export type Dataset = (typeof DATASETS)[number];

export interface ExportFilter {
  svc_entity_id?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** Who an export is for; null sees public data only. */
type For = Viewer | null;

const TABLES: Readonly<Record<Dataset, (sql: Sql, filter: ExportFilter, viewer: For) => Table>> = {
  companies: companyTable,
  reports: (sql, filter, viewer) => reportTable(sql, { ...filter, viewer }),
  prices: priceTable,
  corporate_actions: actionTable,
  facts: factTable,
};

/** The scope a credential needs to export the dataset. */
export const DATASET_SCOPES: Readonly<Record<Dataset, Scope>> = {
  companies: "companies:read",
  reports: "reports:read",
  prices: "prices:read",
  corporate_actions: "prices:read",
  facts: "reports:read",
};

/** The datasets a credential may export. A link to a file is given only to callers who may read its content. */
export function listReadable(scopes: ReadonlySet<Scope>): Dataset[] {
  return DATASETS.filter((dataset) => scopes.has(DATASET_SCOPES[dataset]));
}

export function openDataset(
  sql: Sql,
  dataset: Dataset,
  filter: ExportFilter,
  viewer: For,
): { table: Table; rowCount: () => number } {
  const { columns, rows } = TABLES[dataset](sql, filter, viewer);
  let count = 0;
  async function* counted() {
    for await (const row of rows) {
      count++;
      yield row;
    }
  }
  return { table: { columns, rows: counted() }, rowCount: () => count };
}
