/** Statements: the primary statements of a report as typed tables, with sums proven and rows named. Owns no table. */
export { readStatements, type StatementDocument } from "./read-statements.ts";
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
