import { type Frequency, periodFrequency } from "../storing/periods.ts";
import type { FigureRow } from "../storing/store.ts";
import { type CalledYear, dayNumber, nameYears } from "../storing/year-names.ts";
import type { PeriodicReport } from "./find-statements.ts";
import type { StatementsRow } from "./store.ts";

/** The year that ends on a day, as its company calls it; as given where no report decides it. */
export type CallYear = (end: string, called: number) => number;

export function callYearsOf(figures: readonly FigureRow[]): CallYear {
  return makeCall(
    figures
      .filter(({ frequency }) => frequency === "annual")
      .map(({ period_end, fiscal_year, published }) => ({ end: period_end, called: fiscal_year, published })),
  );
}

/** The figures by what their company calls their years, whatever each report does. */
export const renameFigures = (figures: readonly FigureRow[], callYear: CallYear): FigureRow[] =>
  figures.map((figure) =>
    figure.frequency === "annual"
      ? { ...figure, fiscal_year: callYear(figure.period_end, figure.fiscal_year) }
      : figure,
  );

/** The same of the columns of stored statements. */
export function renameColumns(
  reports: readonly PeriodicReport[],
  stored: ReadonlyMap<string, StatementsRow>,
): Map<string, StatementsRow> {
  const years = reports.flatMap(({ report_id, published, frequency }) =>
    (stored.get(report_id)?.statements ?? [])
      .flatMap(({ columns }) => columns)
      .filter(({ period }) => isYear(period, frequency))
      .map(({ period }) => ({ end: period.end, called: period.fiscalYear, published })),
  );
  const callYear = makeCall(years);
  const rename = (row: StatementsRow, frequency: Frequency): StatementsRow => ({
    ...row,
    statements:
      row.statements?.map((statement) => ({
        ...statement,
        columns: statement.columns.map(({ period, ...column }) => {
          const fiscalYear = isYear(period, frequency)
            ? callYear(period.end, period.fiscalYear)
            : period.fiscalYear;
          return { ...column, period: { ...period, fiscalYear } };
        }),
      })) ?? null,
  });
  return new Map(
    reports.flatMap(({ report_id, frequency }) => {
      const row = stored.get(report_id);
      return row ? [[report_id, rename(row, frequency)] as const] : [];
    }),
  );
}

const isYear = (period: Parameters<typeof periodFrequency>[0], report: Frequency) =>
  periodFrequency(period, report) === "annual";

function makeCall(years: readonly { end: string; called: number; published: string }[]): CallYear {
  const nameOf = nameYears(
    years.map(
      ({ end, called, published }): CalledYear => ({
        end: dayNumber(end),
        fiscalYear: called,
        published: dayNumber(published),
      }),
    ),
  );
  return (end, called) => nameOf(dayNumber(end)) ?? called;
}
