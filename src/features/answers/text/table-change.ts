import type { FoundFigure } from "../figures/find-figure.ts";
import type { WeighedTerm } from "./candidates.ts";
import { type CellContext, cellFigure } from "./cell-figure.ts";
import { bareHead } from "./compare-columns.ts";
import { type FoundCell, findCells, soleCell, type TableSearch } from "./find-row.ts";
import type { TextRequest } from "./request.ts";
import { viewTable } from "./table-view.ts";

/** What a row of a table was after and before. */
export interface RowChange {
  after: FoundFigure;
  before: FoundFigure;
}

/** Words decide alone here: the sentences near a table are about why, not about how much. */
const SUPPORT_MIN = 0.65;
const WORDS_MIN = 0.7;

/** How the one row that the question means changed from one year to the next, where its table has both. */
export function findRowChange(
  request: TextRequest,
  terms: readonly WeighedTerm[],
  search: TableSearch,
  context: CellContext,
): RowChange | null {
  const years = request.years.length > 0 ? [Math.max(...request.years)] : [];
  const asked: TextRequest = { ...request, years, expects: "money", counted: [] };
  const best = soleCell(findCells(asked, terms, search));
  if (!best || best.support < SUPPORT_MIN || best.words < WORDS_MIN) return null;
  const older = olderCell(best, request, search);
  const [after, before] = [best, older].map((one) => one && cellFigure(one, asked, context));
  if (!after || !before || after.unit !== before.unit || after.value === before.value) return null;
  // Whether a larger outflow is an increase or a decrease is for the reader to say.
  return after.value < 0 || before.value < 0 ? null : { after, before };
}

/** The cell of the same row for the year before, under a head that is the same but for the year. */
function olderCell(
  best: FoundCell,
  { years }: TextRequest,
  { pages, report }: TableSearch,
): FoundCell | null {
  const { year } = best.column;
  const page = [...pages, ...(report ?? [])].find((one) => one.page === best.page);
  const view = page && viewTable(page, best.table);
  if (!view || year === null) return null;
  const before = years.length > 1 ? Math.min(...years) : year - 1;
  const columns = view.columns.flatMap((column, at) =>
    column.year === before && column.kind === best.column.kind ? [{ column, at }] : [],
  );
  const alike = columns.filter(({ column }) => bareHead(column.head) === bareHead(best.column.head));
  const [only, ...others] = alike.length > 0 ? alike : columns;
  const cell = only && best.row.cells.find((one) => one.column === only.at && one.kind === "number");
  return only && cell && others.length === 0 ? { ...best, cell, column: only.column } : null;
}
