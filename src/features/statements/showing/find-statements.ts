import type { Database } from "../../../platform/db/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import type { TypedReport } from "../../reports/index.ts";
import type { Statement, StatementKind } from "../statement.ts";
import { type Frequency, frequencyOf, isCredible, periodFrequency, periodKey } from "../storing/periods.ts";
import { readReportStatements } from "../storing/read-report.ts";
import type { ShownReport } from "./as-reported.ts";
import { listStatements, type StatementsRow } from "./store.ts";

export interface FindTools {
  db: Database;
  storage: Storage;
}

/** Reports read during one call at most; the background job reads the others. */
const READ_NOW_MAX = 10;

/**
 * The statements of reports that the caller may see. Those that were never read, such as a report that arrived a
 * moment ago, are read now.
 */
export async function requireStatements(
  tools: FindTools,
  reportIds: readonly string[],
): Promise<Map<string, StatementsRow>> {
  const found = await listStatements(tools.db, reportIds);
  const known = new Set(found.map(({ report_id }) => report_id));
  const missing = reportIds.filter((id) => !known.has(id)).slice(0, READ_NOW_MAX);
  // One that was deleted in the meantime, or cannot be loaded, does not keep back the others.
  for (const id of missing) await readReportStatements(tools, id).catch(() => {});
  const added = missing.length > 0 ? await listStatements(tools.db, missing) : [];
  return new Map([...found, ...added].map((row) => [row.report_id, row]));
}

export type PeriodicReport = TypedReport & ShownReport;

export function describeReport(report: TypedReport): PeriodicReport {
  return { ...report, frequency: frequencyOf(report) };
}

export interface PeriodRange {
  /** The newest so many. */
  count: number;
  from: string | undefined;
  to: string | undefined;
}

export interface ChosenColumns {
  report: PeriodicReport;
  statement: Statement;
  columns: number[];
}

/** The columns that cover the newest periods, each from the newest report that has it. */
export function chooseColumns(
  reports: readonly PeriodicReport[],
  stored: ReadonlyMap<string, StatementsRow>,
  { kind, frequency, range }: { kind: StatementKind; frequency: Frequency; range: PeriodRange },
): ChosenColumns[] {
  const candidates = reports
    .toSorted((a, b) => b.published.localeCompare(a.published))
    .flatMap((report) =>
      (stored.get(report.report_id)?.statements ?? [])
        .filter((statement) => statement.kind === kind)
        .map((statement) => ({ report, statement, periods: listPeriods(statement, report, frequency) })),
    );
  const covered = new Map<string, { statement: Statement; end: string }>();
  for (const { statement, periods } of candidates)
    for (const { key, end } of periods)
      if (!covered.has(key) && isWithin(end, range)) covered.set(key, { statement, end });
  const newest = new Map([...covered].sort((a, b) => b[1].end.localeCompare(a[1].end)).slice(0, range.count));
  return candidates.flatMap(({ report, statement, periods }) => {
    const columns = periods.flatMap(({ key, column }) =>
      newest.get(key)?.statement === statement ? [column] : [],
    );
    return columns.length > 0 ? [{ report, statement, columns }] : [];
  });
}

/** The columns of this frequency. Those of one period, such as the components of equity, have the same key. */
function listPeriods({ columns }: Statement, report: PeriodicReport, frequency: Frequency) {
  return columns.flatMap(({ period }, column) =>
    isCredible(period, report.frequency) && periodFrequency(period, report.frequency) === frequency
      ? [{ column, key: periodKey(period, frequency), end: period.end }]
      : [],
  );
}

export const isWithin = (end: string, { from, to }: Pick<PeriodRange, "from" | "to">) =>
  (from === undefined || end >= from) && (to === undefined || end <= to);
