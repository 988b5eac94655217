import type { PageRecord } from "../../reports/index.ts";
import type { Measure } from "../columns/measure.ts";
import type { ReportMetadata } from "../statement.ts";
import type { StatementTable } from "../table.ts";
import { findCompanyName } from "./company-name.ts";
import { findFiscalPeriod } from "./fiscal-period.ts";
import { findPublishDate } from "./publish-date.ts";

/** What a report says about itself. */
export function readMetadata(
  pages: readonly PageRecord[],
  tables: readonly StatementTable[],
  measures: ReadonlyMap<StatementTable, Measure>,
): ReportMetadata {
  // A balance sheet prints its day; the others often only their year.
  const balance = tables.find(({ kind }) => kind === "balance");
  const newest = (balance ?? tables[0])?.columns[0]?.period ?? tables[0]?.columns[0]?.period;
  const all = [...measures.values()];
  return {
    company: findCompanyName(pages, tables),
    fiscalYear: newest?.fiscalYear ?? null,
    fiscalPeriod: findFiscalPeriod(tables),
    publishDate: findPublishDate(pages, newest?.end ?? null),
    periodEnd: newest?.end ?? null,
    currency: all.find(({ currency }) => currency !== null)?.currency ?? null,
    scale: all.find(({ said }) => said)?.scale ?? all[0]?.scale ?? null,
    language: null,
  };
}
