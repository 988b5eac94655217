import type { Grid } from "../find/grid.ts";
import { findYears } from "./dates.ts";
import { findCurrency, findScale } from "./units.ts";

/** "20211" is 2021 with the mark of a remark. */
const MARKED_YEAR = /(?<![\d,])((?:19|20)\d{2})[1-9](?![\d,]|\.\d)/g;
const NOTES = /^notes?(?:\(s\))?:?$/i;
const YEAR_CELL = /^(?:19|20)\d{2}[1-9]?$/;
const YEARS_APART_MAX = 5;

/** Years that were read as amounts, or with the mark of a remark, are part of the heads. */
export function headWithYears(grid: Grid): Grid {
  return dropMarks(liftYears(grid));
}

/**
 * A first row of nothing but years is the last line of the heads, with the unit and the word for the notes in front of
 * them; some of the years may have been taken for its label.
 */
function liftYears(grid: Grid): Grid {
  const [first, ...rows] = grid.rows;
  if (!first || grid.heads.some((head) => findYears(head).length > 0)) return grid;
  const words = first.label.split(/\s+/).filter((word) => word !== "" && !NOTES.test(word));
  const labelled = words.filter((word) => YEAR_CELL.test(word));
  const unit = words.filter((word) => !YEAR_CELL.test(word)).join(" ");
  const years = [...labelled, ...first.cells.flatMap((cell) => cell?.text ?? [])];
  if (years.length !== grid.heads.length || !years.every((year) => YEAR_CELL.test(year))) return grid;
  if (unit !== "" && findScale(unit) === null && findCurrency(unit) === null) return grid;
  return { ...grid, heads: grid.heads.map((head, at) => `${head} ${unit} ${years[at] ?? ""}`.trim()), rows };
}

/** Only where the other heads show that a year is meant. */
function dropMarks(grid: Grid): Grid {
  const years = grid.heads.map((head) => findYears(head).at(-1) ?? null);
  const heads = grid.heads.map((head, at) => (years[at] === null ? head.replace(MARKED_YEAR, "$1") : head));
  const found = heads.flatMap((head) => findYears(head).at(-1) ?? []);
  const isMeant = Math.max(...found) - Math.min(...found) <= YEARS_APART_MAX && new Set(found).size > 1;
  return isMeant ? { ...grid, heads } : grid;
}
