/** The statements that figures of the dictionary are read from. */
export type PrimaryKind = "income" | "balance" | "cash_flow";

/** The statements of a report as typed tables; the last two are given only with proof. */
export type StatementKind = PrimaryKind | "equity" | "segments";

/** How many single units one printed unit is; ten thousands, lakhs, crores and hundred millions are Asian. */
export type Scale =
  | 1
  | 1_000
  | 10_000
  | 100_000
  | 1_000_000
  | 10_000_000
  | 100_000_000
  | 1_000_000_000
  | 1_000_000_000_000;

export type Box = [number, number, number, number];

export interface StatementPeriod {
  /** Null for a balance sheet, which is at a date. */
  start: string | null;
  /** The last day, as an ISO date. */
  end: string;
  /** The fiscal year it is, or is part of. */
  fiscalYear: number;
  /** Nothing says how long it is, so a year was assumed. */
  isAssumed: boolean;
}

export interface StatementColumn {
  head: string;
  /** The component of equity that the column is of; null in other statements. */
  member: string | null;
  period: StatementPeriod;
  currency: string | null;
  /** Null when the report does not say it, or says two things. Such a column has no values. */
  scale: Scale | null;
  restated: boolean;
  /** How many totals of the column equal the sum of their rows, and how many do not. */
  sums: { proven: number; failed: number };
}

export type CellUnit = "money" | "per_share" | "shares" | "percent";

/** `proven`: part of a sum that holds. `failed`: a total whose rows give another sum. `none`: part of no sum. */
export type ProofState = "proven" | "failed" | "none";

export interface StatementCell {
  /** Position in the statement's `columns`. */
  column: number;
  text: string;
  /** As printed, in the column's scale. */
  printed: number;
  /** In single units; null when the scale is not known. */
  value: number | null;
  unit: CellUnit;
  proof: ProofState;
  page: number;
  box: Box;
}

export interface StatementRow {
  label: string;
  /** The headings above it, outermost first. */
  path: readonly string[];
  level: number;
  role: "item" | "total";
  /** The figure of the dictionary that this row is, or is part of; null where it is none we know. */
  concept: string | null;
  cells: StatementCell[];
  page: number;
  box: Box;
}

export interface Statement {
  kind: StatementKind;
  title: string;
  pages: readonly number[];
  /** `company`: the parent company alone. */
  scope: "group" | "company" | "unknown";
  /** The newest period first. */
  columns: readonly StatementColumn[];
  rows: readonly StatementRow[];
}

/** A cell that a figure was read from, with its row and its column. */
export interface FigureCell extends StatementCell {
  label: string;
  path: readonly string[];
  rowBox: Box;
  head: string;
  scale: Scale;
  /** Whether the figure adds or subtracts the printed amount. */
  sign: 1 | -1;
}

/** Whether a figure read from a table is what its report tags (inline XBRL). */
export interface TagCheck {
  verdict: "match" | "differs";
  tag: string;
  /** As tagged. */
  value: number;
}

/** One figure of the dictionary for one period, with the cells it was read from. */
export interface StatementFigure {
  concept: string;
  period: StatementPeriod;
  /** In single units, with the sign the dictionary gives the figure. */
  value: number;
  currency: string | null;
  unit: CellUnit;
  /** How often a figure with this evidence is right, measured on reports read by hand. */
  confidence: number;
  /** More than one where rows were added up. */
  cells: readonly FigureCell[];
  /** Null where the report does not tag it. */
  tagged: TagCheck | null;
}

export type FiscalPeriod = "FY" | "H1" | "Q1" | "Q2" | "Q3" | "Q4";

export interface ReportMetadata {
  company: string | null;
  fiscalYear: number | null;
  fiscalPeriod: FiscalPeriod | null;
  publishDate: string | null;
  periodEnd: string | null;
  currency: string | null;
  scale: Scale | null;
  language: string | null;
}

/** Changes whenever the same pages could give other statements. */
export const STATEMENTS_VERSION = "statements-25";

export interface ReportStatements {
  version: typeof STATEMENTS_VERSION;
  metadata: ReportMetadata;
  statements: readonly Statement[];
  figures: readonly StatementFigure[];
}
