import type { DraftAnswer } from "../answer.ts";
import type { StatementKind } from "../figures/statements.ts";
import { cellFigure } from "./cell-figure.ts";
import { Draft } from "./draft.ts";
import { readTextRequest } from "./request.ts";
import { type TableView, viewTable } from "./table-view.ts";
import type { TextContext } from "./text-context.ts";

const NAMES: readonly [StatementKind, RegExp][] = [
  [
    "income",
    /\b(?:income statement|(?:statements? of (?:income|operations|profit (?:or|and) loss|earnings))|profit (?:and|&) loss|p&l)/i,
  ],
  ["balance", /\b(?:balance sheet|statements? of financial (?:position|condition))/i],
  ["cash_flow", /\b(?:cash flow statement|statements? of cash flows?)/i],
];

/** Nothing but the statement is asked for: "Show me the balance sheet for 2024". */
const WHOLE = new RegExp(
  String.raw`^(?:(?:please|can you|could you)\s+)*(?:(?:give|show|display|get|print|list|provide|present|open|see|what(?:'s| is)` +
    String.raw`|i (?:want|need)(?: to see)?)\s+)?(?:me |us )?(?:(?:the|its|their|an?|full|whole|complete|entire|latest|consolidated` +
    String.raw`|group|condensed|company's)\s+)*(?:${NAMES.map(([, { source }]) => source).join("|")})(?: account)?` +
    String.raw`(?:\s+(?:for|of|in|at|as (?:of|at))\s+[^,;?]*)?[\s?.!]*$`,
  "i",
);

const ROWS_MAX = 36;
const CONFIDENCE = 0.9;

/** Which statement a question asks for as a whole, if it does. */
export function readStatement(question: string): StatementKind | null {
  return WHOLE.test(question) ? (NAMES.find(([, name]) => name.test(question))?.[0] ?? null) : null;
}

/** The rows of a primary statement for the year asked for, or the newest. */
export function answerStatement(
  kind: StatementKind,
  question: string,
  context: TextContext,
): DraftAnswer | null {
  const { report, tables, dollar, presentYear, isName } = context;
  const request = { ...readTextRequest(question, isName, presentYear), expects: "money" as const };
  const rows = context.statementPages(kind).flatMap((number) => {
    const page = report.pages.find((one) => one.page === number);
    const views = tables.of(number).flatMap((read) => (page ? (viewTable(page, read) ?? []) : []));
    return views.flatMap((view) => readRows(view, request.years.at(-1) ?? newestYear(view)));
  });
  const figures = rows.flatMap(({ name, ...cell }) => {
    const figure = cellFigure(cell, request, { ...tables, dollar, report });
    return figure ? [{ name, figure }] : [];
  });
  if (figures.length === 0) return null;
  return new Draft(report, dollar).addList(figures.slice(0, ROWS_MAX)).finish(CONFIDENCE);
}

function newestYear({ columns }: TableView): number {
  return Math.max(0, ...columns.map(({ year }) => year ?? 0));
}

function readRows(view: TableView, year: number) {
  return view.rows.flatMap(({ row, label }) => {
    const cell = row.cells.find(
      ({ column, kind }) => kind === "number" && view.columns[column]?.year === year,
    );
    const column = cell && view.columns[cell.column];
    return cell && column && label !== ""
      ? [{ name: label, page: view.page.page, row, cell, column, table: view.read }]
      : [];
  });
}
