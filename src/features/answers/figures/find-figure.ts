import type { PageRecord } from "../../reports/index.ts";
import { CONCEPTS, type Concept } from "./concepts.ts";
import { asStandingAt } from "./fiscal-calendar.ts";
import { nameWords } from "./lexicon.ts";
import { matchHead, type Period } from "./periods.ts";
import { indexOfRun, matchLabel, rowWords } from "./row-labels.ts";
import type { StatementRow, Statements } from "./statement-book.ts";
import { labelScale, moneyScale, type Scale } from "./units.ts";

type Cell = PageRecord["rows"][number]["cells"][number];

/** A number that stands in the report, with everything needed to find it again. */
export interface FoundFigure {
  concept: string;
  period: Period;
  /** In single units, with the sign it is used with. */
  value: number;
  /** As printed, in the table's scale. */
  printed: string;
  printedValue: number;
  scale: Scale;
  currency: string | null;
  unit: Concept["unit"] | "count" | "percent";
  page: number;
  box: [number, number, number, number];
  rowBox: [number, number, number, number];
  label: string;
  head: string;
  /** 0 to 1: how surely this row is what was meant. */
  certainty: number;
}

const CERTAINTY_MIN = 0.7;
/** A row outside the statement itself must be called exactly so. */
const ELSEWHERE_CERTAINTY_MIN = 0.97;
const ELSEWHERE_FACTOR = 0.85;
const ORDER_COST = 0.004;
const EVERYWHERE_CERTAINTY = 0.75;

export function findFigure(book: Statements, concept: Concept, period: Period): FoundFigure | null {
  const { own, others } = book.statementPages(concept.statement);
  const inside = bestOn(book, own, { concept, period, certaintyMin: CERTAINTY_MIN });
  if (inside) return inside;
  const elsewhere = bestOn(book, others, { concept, period, certaintyMin: ELSEWHERE_CERTAINTY_MIN });
  return elsewhere ? { ...elsewhere, certainty: elsewhere.certainty * ELSEWHERE_FACTOR } : null;
}

interface Search {
  concept: Concept;
  period: Period;
  certaintyMin: number;
}

function bestOn(book: Statements, pages: readonly number[], search: Search): FoundFigure | null {
  let best: FoundFigure | null = null;
  for (const page of pages) {
    for (const candidate of book.rowsOf(page)) {
      const certainty = matchRow(candidate, search.concept);
      if (certainty < search.certaintyMin || certainty <= (best?.certainty ?? 0)) continue;
      const found = readRow(book, candidate, search);
      if (found) best = { ...found, certainty };
    }
  }
  return best;
}

/** How surely a row is what the concept means; the words it must not have come first. */
function matchRow({ words, sectionWords, row }: StatementRow, concept: Concept): number {
  const around = [...words, ...sectionWords];
  if (concept.notUnder && isUnderSection(around, concept.notUnder)) return 0;
  if (concept.section && !isUnderSection(around, concept.section))
    return appearsInEveryLabel(around, concept) ? EVERYWHERE_CERTAINTY : 0;
  let best = 0;
  for (const [order, label] of concept.labels.entries()) {
    const phrase = phraseWords(label);
    const match = matchLabel(words, phrase) - order * ORDER_COST;
    if (match <= best || isSomethingElse(words, phrase, concept)) continue;
    best = match;
  }
  if (best < EVERYWHERE_CERTAINTY && appearsInEveryLabel(around, concept)) best = EVERYWHERE_CERTAINTY;
  // A per-share row under the same label is another figure.
  if (
    concept.unit === "money" &&
    best > 0 &&
    /per (?:common )?(?:share|diluted)/i.test(`${row.label} ${row.section ?? ""}`)
  )
    return 0;
  return best;
}

/** A row named by words apart from each other, such as "per share … diluted" with a company's name between them. */
function appearsInEveryLabel(words: readonly string[], { everywhere }: Concept): boolean {
  if (!everywhere || !isUnderSection(words, everywhere.words)) return false;
  return everywhere.not.every((other) => indexOfRun(words, nameWords(other)) < 0);
}

function isUnderSection(words: readonly string[], section: string): boolean {
  return nameWords(section).every((word) => words.includes(word));
}

function isSomethingElse(
  words: readonly string[],
  phrase: readonly string[],
  { not = [] }: Concept,
): boolean {
  return not.some((other) => {
    const run = phraseWords(other);
    return indexOfRun(words, run) >= 0 && indexOfRun(phrase, run) < 0;
  });
}

/** The same few hundred phrases are compared with every row: their words are read once. */
const PHRASE_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  CONCEPTS.flatMap(({ labels, not = [] }) => [...labels, ...not]).map((phrase) => [phrase, rowWords(phrase)]),
);

function phraseWords(phrase: string): readonly string[] {
  return PHRASE_WORDS.get(phrase) ?? [];
}

function readRow(
  book: Statements,
  { row, table }: StatementRow,
  { concept, period }: Search,
): FoundFigure | null {
  // A balance sheet stands at a date, also where the question names a quarter.
  const periods =
    concept.nature === "stock" && period.span !== "year"
      ? table.periods.map((head) => asStandingAt(head, period, book.yearEndMonth))
      : book.periodsOf(table, period);
  const column = columnFor(periods, period, row.cells);
  const cell = column === null ? undefined : row.cells.find((one) => one.column === column && isAmount(one));
  if (column === null || cell?.value == null) return null;
  const said = labelScale(row.label) ?? table.scale ?? book.scale;
  const scale = concept.unit === "per_share" ? 1 : moneyScale(said, cell.value);
  if (scale === null) return null;
  const signed = concept.magnitude ? Math.abs(cell.value) : cell.value;
  return {
    concept: concept.id,
    period,
    value: signed * scale,
    printed: cell.text,
    printedValue: cell.value,
    scale,
    currency: table.currency ?? book.currency,
    unit: concept.unit,
    page: table.page,
    box: cell.box,
    rowBox: row.box,
    label: row.label,
    head: table.heads[column] ?? "",
    certainty: 1,
  };
}

function isAmount(cell: Cell): boolean {
  return cell.kind !== "text" && !cell.percent;
}

/** The one column of a period; null when there is none, or several that differ. */
export function columnFor(
  periods: ReadTablePeriods,
  wanted: Period,
  cells: readonly Cell[],
  counts: (cell: Cell) => boolean = isAmount,
): number | null {
  let best = 0;
  let columns: number[] = [];
  for (const [column, head] of periods.entries()) {
    const match = head ? matchHead(head, wanted) : 0;
    if (match === 0 || match < best || !cells.some((cell) => cell.column === column && counts(cell)))
      continue;
    if (match > best) columns = [];
    best = match;
    columns.push(column);
  }
  const [first] = columns;
  if (first === undefined) return null;
  const values = new Set(
    columns.map((column) => cells.find((cell) => cell.column === column && counts(cell))?.value),
  );
  return values.size === 1 ? first : null;
}

type ReadTablePeriods = StatementRow["table"]["periods"];
