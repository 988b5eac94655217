/**
 * Statements: the primary statements of a report as typed tables, with sums proven and rows named. Owns
 * `report_statements`, `financial_figure` and `figure_series`.
 */
import { type StatementTools, showStatements } from "./operations.ts";
import { screenFinancials } from "./screening/operations.ts";
import { listFigures, showSeries } from "./series/operations.ts";

export { isYearBefore } from "./columns/calendar.ts";
export { findCurrency, findScale } from "./columns/units.ts";
export { readingJob, statementJobs } from "./jobs.ts";
export { isMeasure, requireNamedMeasure } from "./measures/measure.ts";
export { readStatements, type StatementDocument } from "./read-statements.ts";
export { listLatestFigures } from "./series/latest-figures.ts";
export { listStoredFigures } from "./series/store.ts";
export type {
  CellUnit,
  FigureCell,
  ProofState,
  ReportMetadata,
  ReportStatements,
  Scale,
  Statement,
  StatementCell,
  StatementColumn,
  StatementFigure,
  StatementKind,
  StatementPeriod,
  StatementRow,
} from "./statement.ts";
export { isFiscalYear, monthsOf } from "./storing/periods.ts";
export { readReportStatements } from "./storing/read-report.ts";
export { rereadStatements } from "./storing/reread.ts";
export { endOutdated, outdateReadings } from "./storing/store.ts";

export const statementOperations = (tools: StatementTools) =>
  [showStatements(tools), showSeries(tools), screenFinancials(tools), listFigures()] as const;
