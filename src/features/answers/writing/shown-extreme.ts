import type { PageRecord } from "../../reports/index.ts";
import { bindAmounts } from "../claims/bind-amounts.ts";
import type { CellEvidence, Evidence } from "../claims/evidence.ts";
import { namesRow } from "../claims/match-label.ts";

const LARGEST =
  /^(?:largest|biggest|highest|greatest|größte[nrs]?|höchste[nrs]?|grande|mayor|maggiore|grootste|hoogste)$/iu;
const SMALLEST = /^(?:smallest|lowest|kleinste[nrs]?|niedrigste[nrs]?|petite|menor|minore|laagste)$/iu;
/** What a row of such a table is called. */
const PART = /^(?:segment|region|division|market|category|component)$/i;
const PEERS_MIN = 2;
const ROUNDING = 0.002;

interface Shown {
  support: readonly Evidence[];
  cells: readonly CellEvidence[];
  pages: readonly PageRecord[];
}

/** "The largest region" is shown by a table of all regions: the parts of a total, or a table by region. */
export function isShownExtreme(word: string, statement: string, shown: Shown): boolean {
  if (PART.test(word))
    return (statement.match(/\p{L}+/gu) ?? []).some(
      (one) => !PART.test(one) && isShownExtreme(one, statement, shown),
    );
  const isLargest = LARGEST.test(word);
  if (!isLargest && !SMALLEST.test(word)) return false;
  const [cell, ...rest] = shown.support.filter(
    (one): one is CellEvidence => one.kind === "cell" && one.others.length > 0,
  );
  // The first amount is that of the largest; others may follow it.
  const lead = statement.slice(0, bindAmounts(statement)[0]?.start);
  if (!cell || cell.isTotal || rest.some(({ label }) => label !== cell.label && namesRow(lead, label)))
    return false;
  const { peers, column } = peersOf(cell, shown);
  if (peers.length < PEERS_MIN || [cell, ...peers].some(({ value }) => value < 0)) return false;
  const isExtreme = peers.every(({ value }) => (isLargest ? cell.value > value : cell.value < value));
  return isExtreme && (isBrokenDown(cell, shown.pages) || addsUp([cell, ...peers], column));
}

/** The rows of the same section, without sums of them. */
function peersOf(cell: CellEvidence, { cells, pages }: Shown) {
  const rows = pages.find(({ page }) => page === cell.page)?.rows ?? [];
  const own = rows[cell.row];
  const column = cells.filter(
    ({ page, column, row }) =>
      page === cell.page && column === cell.column && row !== cell.row && rows[row]?.table === own?.table,
  );
  const peers = column.filter(
    ({ isTotal, isPercent, row }) =>
      !isTotal && isPercent === cell.isPercent && (rows[row]?.section ?? null) === (own?.section ?? null),
  );
  return { peers, column };
}

function isBrokenDown({ page }: CellEvidence, pages: readonly PageRecord[]): boolean {
  const own = pages.filter((one) => one.page === page);
  return own.some(({ blocks, tables }) =>
    [
      ...blocks.filter(({ kind }) => kind === "heading").map(({ text }) => text),
      ...tables.map(({ caption }) => caption),
    ].some((text) => /\bby (?!\w+ing\b)\p{L}/u.test(text ?? "")),
  );
}

function addsUp(parts: readonly CellEvidence[], column: readonly CellEvidence[]): boolean {
  const sum = parts.reduce((before, { value }) => before + value, 0);
  return column.some(
    (one) => !parts.includes(one) && Math.abs(one.value - sum) <= ROUNDING * Math.abs(one.value),
  );
}
