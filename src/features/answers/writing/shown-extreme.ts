import type { PageRecord } from "../../reports/index.ts";
import type { CellEvidence, Evidence } from "../claims/evidence.ts";

const LARGEST =
  /^(?:largest|biggest|highest|greatest|größte[nrs]?|höchste[nrs]?|grande|mayor|maggiore|grootste|hoogste)$/iu;
const SMALLEST = /^(?:smallest|lowest|kleinste[nrs]?|niedrigste[nrs]?|petite|menor|minore|laagste)$/iu;
const PEERS_MIN = 2;
const ROUNDING = 0.002;

interface Shown {
  support: readonly Evidence[];
  cells: readonly CellEvidence[];
  pages: readonly PageRecord[];
}

/** "The largest region" is shown by a table of all regions: the parts of a total, or a table by region. */
export function isShownExtreme(word: string, { support, cells, pages }: Shown): boolean {
  const isLargest = LARGEST.test(word);
  if (!isLargest && !SMALLEST.test(word)) return false;
  const [cell, ...rest] = support.filter(
    (one): one is CellEvidence => one.kind === "cell" && one.others.length > 0,
  );
  if (!cell || cell.isTotal || rest.some(({ label, page }) => label !== cell.label || page !== cell.page))
    return false;
  const column = cells.filter(
    ({ page, column, label }) => page === cell.page && column === cell.column && cell.others.includes(label),
  );
  const peers = column.filter(({ isTotal, isPercent }) => !isTotal && isPercent === cell.isPercent);
  if (peers.length < PEERS_MIN || [cell, ...peers].some(({ value }) => value < 0)) return false;
  const isExtreme = peers.every(({ value }) => (isLargest ? cell.value > value : cell.value < value));
  return isExtreme && (isBrokenDown(cell, pages) || addsUp([cell, ...peers], column));
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
  return column.some(({ isTotal, value }) => isTotal && Math.abs(value - sum) <= ROUNDING * Math.abs(value));
}
