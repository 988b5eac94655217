import { type Frequency, periodFrequency } from "../storing/periods.ts";
import type { FigureRow } from "../storing/store.ts";
import { dayNumber, nameYears } from "../storing/year-names.ts";
import type { PeriodicReport } from "./find-statements.ts";
import type { CalledYearRow, StatementsRow } from "./store.ts";

/** The year that ends on a day, as its company calls it; as given where no report decides it. */
export type CallYear = (end: string, called: number) => number;

export function callYearsOf(years: readonly CalledYearRow[]): CallYear {
  const nameOf = nameYears(
    years.map(({ period_end, fiscal_year, published }) => ({
      end: dayNumber(period_end),
      fiscalYear: fiscal_year,
      published: dayNumber(published),
    })),
  );
  return (end, called) => nameOf(dayNumber(end)) ?? called;
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
  callYear: CallYear,
): Map<string, StatementsRow> {
  const rename = (row: StatementsRow, frequency: Frequency): StatementsRow => ({
    ...row,
    statements:
      row.statements?.map((statement) => ({
        ...statement,
        columns: statement.columns.map(({ period, ...column }) => {
          const isYear = periodFrequency(period, frequency) === "annual";
          const fiscalYear = isYear ? callYear(period.end, period.fiscalYear) : period.fiscalYear;
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
