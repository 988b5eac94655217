import type { ExtremumSearch } from "./find-extremum.ts";
import { matches } from "./find-row.ts";
import { rootOf, type Token, tokensOf } from "./roots.ts";
import { isSumOfOthers, type TableRow, type TableView, valueAt } from "./table-view.ts";

/** The members of a table that belong together: those of the section that the question names, without sums. */
export function groupRows(
  { superlative, terms }: ExtremumSearch,
  view: TableView,
  column: number,
): { rows: TableRow[]; tokens: Token[] }[] {
  const items = view.rows.filter(
    (row, at) =>
      !row.total &&
      /\p{L}{2}/u.test(row.label) &&
      valueAt(row, column) !== null &&
      !isSumOfOthers(view.rows, at, column),
  );
  if (superlative.choices) {
    const chosen = superlative.choices.map((choice) => items.filter((row) => isChoice(row, choice)));
    return chosen.every((rows) => rows.length === 1)
      ? [{ rows: chosen.flat(), tokens: chosen.flat().flatMap(({ tokens }) => tokens) }]
      : [];
  }
  const sections = [...Map.groupBy(items, ({ row }) => row.section ?? "")].map(([, rows]) => {
    const tokens = [...(rows[0]?.sectionTokens ?? []), ...totalBelow(view, rows)];
    return { rows, tokens, named: terms.filter((term) => matches(term, tokens)).length };
  });
  const most = Math.max(0, ...sections.map(({ named }) => named));
  if (most > 0) return sections.filter(({ named }) => named === most);
  return [{ rows: items, tokens: [] }];
}

/** "Total loans" below a list says what is listed. */
function totalBelow(view: TableView, rows: readonly TableRow[]): Token[] {
  const last = view.rows.findLastIndex((row) => rows.includes(row));
  const total = view.rows.slice(last + 1, last + 3).find((row) => row.total);
  return total?.tokens ?? [];
}

function isChoice({ tokens }: TableRow, choice: string): boolean {
  const [first] = tokensOf(choice);
  return first !== undefined && tokens.some(({ root }) => root === rootOf(first.text));
}

/** Whether rows are the parts of a total that the table prints, in one of its columns. */
export function addsUp(view: TableView, rows: readonly TableRow[]): boolean {
  const others = view.rows.filter((row) => !rows.includes(row));
  return view.columns.some(({ kind }, at) => {
    if (kind === "change" || kind === "percent_change") return false;
    const sum = rows.reduce((total, row) => total + (valueAt(row, at) ?? 0), 0);
    if (sum === 0) return false;
    return others.some((row) => Math.abs((valueAt(row, at) ?? 0) - sum) <= TOLERANCE * Math.abs(sum));
  });
}

const TOLERANCE = 0.01;
