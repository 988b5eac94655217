import type { Statement, StatementCell, StatementColumn } from "../statement.ts";
import { cellClaimId } from "../storing/cell-claims.ts";
import { type Frequency, isCredible } from "../storing/periods.ts";
import type { FigureRow } from "../storing/store.ts";
import { listRestated, showTag } from "./restatements.ts";
import type { StatementTable, TableCell, TableColumn, TableRow } from "./statement-answer.ts";

/** A report as its statements are shown. */
export interface ShownReport {
  report_id: string;
  account_id: string | null;
  file_sha256: string;
  frequency: Frequency;
}

export interface ShowTools {
  linkOf: (claimId: string, accountId: string | null) => string;
  /** The figures of these reports, by claim. */
  figures: ReadonlyMap<string, FigureRow>;
  /** Every statement of the same figure for the same period. */
  versionsOf: (figure: FigureRow) => readonly FigureRow[];
}

/** Rows and labels as the report has them, for some of its columns. */
export function showAsReported(
  tools: ShowTools,
  report: ShownReport,
  { statement, columns }: { statement: Statement; columns: readonly number[] },
): StatementTable {
  const position = new Map(columns.map((column, index) => [column, index]));
  const rows = statement.rows.map(
    ({ label, path, level, role, concept, cells }): TableRow => ({
      label,
      path: [...path],
      level,
      role,
      figure: concept,
      cells: cells.flatMap((cell) => {
        const column = position.get(cell.column);
        const of = statement.columns[cell.column];
        return column === undefined || !of ? [] : [showCell(tools, report, { cell, of, column })];
      }),
    }),
  );
  return {
    statement: statement.kind,
    title: statement.title,
    report_id: report.report_id,
    scope: statement.scope,
    columns: columns.flatMap((at) => {
      const column = statement.columns[at];
      return column ? [showColumn(column, report)] : [];
    }),
    rows,
  };
}

function showColumn(
  { head, member, period, restated, sums }: StatementColumn,
  report: ShownReport,
): TableColumn {
  const credible = isCredible(period, report.frequency);
  return {
    head,
    // Older readings have none.
    member: member ?? null,
    period_start: credible ? period.start : null,
    period_end: credible ? period.end : null,
    fiscal_year: credible ? period.fiscalYear : null,
    report_id: report.report_id,
    restated,
    sums_proven: sums.proven,
    sums_failed: sums.failed,
  };
}

/** Shares and amounts per share have a scale of their own: pence, or millions of shares. */
function scaleOf({ value, printed }: StatementCell): number | null {
  if (value === null) return null;
  return printed === 0 ? 1 : Number((value / printed).toPrecision(6));
}

function showCell(
  { linkOf, figures, versionsOf }: ShowTools,
  report: ShownReport,
  { cell, of, column }: { cell: StatementCell; of: StatementColumn; column: number },
): TableCell {
  const claim_id = cellClaimId({ reportId: report.report_id, sha256: report.file_sha256 }, cell);
  const figure = figures.get(claim_id);
  const isWhole = figure?.claim_ids.length === 1;
  return {
    column,
    value: cell.value,
    text: cell.text,
    unit: cell.unit,
    currency: cell.unit === "money" || cell.unit === "per_share" ? of.currency : null,
    scale: cell.unit === "money" ? of.scale : scaleOf(cell),
    page: cell.page,
    box: cell.box,
    claims: [{ claim_id, link: linkOf(claim_id, report.account_id) }],
    proof: cell.proof,
    confidence: figure?.confidence ?? null,
    restated_from: figure && isWhole ? listRestated(figure, versionsOf(figure)) : [],
    tagged: figure && isWhole ? showTag(figure) : null,
  };
}
