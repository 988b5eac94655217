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
  for (const id of missing) await readReportStatements(tools, id);
  const added = missing.length > 0 ? await listStatements(tools.db, missing) : [];
  return new Map([...found, ...added].map((row) => [row.report_id, row]));
}

export type PeriodicReport = TypedReport & ShownReport & { published: string };

export function describeReport(report: TypedReport): PeriodicReport {
  return {
    ...report,
    frequency: frequencyOf(report),
    published: report.publish_date ?? report.created_at.slice(0, 10),
  };
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
  const newestFirst = reports.toSorted((a, b) => b.published.localeCompare(a.published));
  const candidates = newestFirst.flatMap((report) => {
    const statement = stored.get(report.report_id)?.statements?.find((one) => one.kind === kind);
    return (statement?.columns ?? []).flatMap(({ period }, column) =>
      statement &&
      isCredible(period, report.frequency) &&
      periodFrequency(period, report.frequency) === frequency &&
      isWithin(period.end, range)
        ? [{ report, statement, column, period }]
        : [],
    );
  });
  const covered = new Map<string, (typeof candidates)[number]>();
  for (const one of candidates) {
    const key = periodKey(one.period, frequency);
    if (!covered.has(key)) covered.set(key, one);
  }
  const newest = [...covered.values()]
    .sort((a, b) => b.period.end.localeCompare(a.period.end))
    .slice(0, range.count);
  return newestFirst.flatMap((report) => {
    const own = newest.filter((one) => one.report === report);
    const [first] = own;
    return first
      ? [
          {
            report,
            statement: first.statement,
            columns: own.map(({ column }) => column).sort((a, b) => a - b),
          },
        ]
      : [];
  });
}

export const isWithin = (end: string, { from, to }: Pick<PeriodRange, "from" | "to">) =>
  (from === undefined || end >= from) && (to === undefined || end <= to);
