/** Statements: the primary statements of a report as typed tables, with sums proven and rows named. Owns no table. */
export { readStatements, type StatementDocument } from "./read-statements.ts";
export {
  type CellUnit,
  type ProofState,
  type ReportMetadata,
  type ReportStatements,
  type Scale,
  STATEMENTS_VERSION,
  type Statement,
  type StatementCell,
  type StatementColumn,
  type StatementFigure,
  type StatementKind,
  type StatementPeriod,
  type StatementRow,
} from "./statement.ts";
