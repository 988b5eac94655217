import { contentTermsOf, type Quote } from "../../answers/index.ts";
import type { Field } from "../builders/field-mapping.ts";
import type { FieldSource } from "./field-source.ts";
import {
  distinctiveTerms,
  matchSections,
  namesOf,
  type PlacedBlock,
  type Section,
  sectionsBelow,
} from "./outline.ts";
import { quotedReading, quoteWithin } from "./quoted-reading.ts";
import { mentions } from "./read-text.ts";
import { notFound, type Reading } from "./reading.ts";
import { sentencesAbout } from "./sentences-about.ts";

const ITEMS_MIN = 2;
const ITEMS_MAX = 30;
const ITEM_LENGTH_MAX = 400;
const HEADING_LENGTH_MAX = 100;
const CELL_LENGTH_MAX = 60;
const SECTIONS_CONSIDERED = 4;
const CONFIDENCE = 0.8;
/** A list that does not start right below its heading belongs to something else. */
const BLOCKS_BEFORE_MAX = 3;
/** The rows of a table of figures are a list only when its heading matches closely. */
const FIGURES_SCORE_MIN = 0.85;
const EDGE_POINTS = 3;

export const BULLET = /^\s*(?:[•●▪■◦‣·*–—-]|\(?[a-z]\)|\d{1,2}[.)])\s+/;
/** Bullets printed as one paragraph. */
const INNER_BULLET = /\s(?=[•●▪■◦‣·]\s)/;

/** The items below a heading of that name: bullets, the first column of a table, or subheadings. */
export function readListField(label: string, field: Field, source: FieldSource): Reading {
  if (field.enum) return readChoices(label, field, source);
  const { outline } = source;
  const names = namesOf(label, field);
  for (const { at, score } of matchSections(outline, names).slice(0, SECTIONS_CONSIDERED)) {
    const items = withoutHeads(itemsAt(outline, at, { label, figures: score >= FIGURES_SCORE_MIN }), label);
    const [first, ...others] = items;
    if (!first || items.length < ITEMS_MIN) continue;
    const value = items.map(({ text }) => text);
    const confidence = CONFIDENCE * score;
    return quotedReading(label, source, { value, quotes: [first, ...others], confidence });
  }
  return notFound(`The report has no list under a heading about ${label}`);
}

/** A column header names the list, and is repeated on each page the list continues on. */
function withoutHeads(items: readonly Quote[], label: string): Quote[] {
  const named = new Set(contentTermsOf(label));
  return items.filter(
    ({ text }) =>
      !contentTermsOf(text).every((term) => named.has(term)) &&
      items.filter((other) => other.text === text).length === 1,
  );
}

interface ListRequest {
  label: string;
  /** Whether rows of a table of figures count. */
  figures: boolean;
}

/** Items of the section itself; without any, of its subsections or of a following one on the same subject. */
function itemsAt(outline: readonly Section[], at: number, input: ListRequest): Quote[] {
  const section = outline[at];
  if (!section) return [];
  const bullets = bulletItems(section.blocks);
  if (bullets.length >= ITEMS_MIN) return bullets;
  const below = sectionsBelow(outline, at);
  const kinds = [
    () => columnItems(section.blocks, input.figures),
    () => headingItems(below),
    ...below.map(
      ({ blocks }) =>
        () =>
          columnItems(blocks, input.figures),
    ),
  ];
  for (const readItems of kinds) {
    const items = readItems();
    if (items.length >= ITEMS_MIN) return items;
  }
  const next = below.length === 0 ? outline[at + 1] : undefined;
  const wanted = distinctiveTerms(input.label);
  const isSameSubject = next && contentTermsOf(next.heading).some((term) => wanted.includes(term));
  return isSameSubject ? itemsAt(outline, at + 1, input) : [];
}

/** The blocks of a list: from the first with items, which must come soon, to the first without. */
function collectItems(
  blocks: readonly PlacedBlock[],
  textsOf: (placed: PlacedBlock) => string[],
  lettersMax: number,
): Quote[] {
  const items: Quote[] = [];
  for (const [index, placed] of blocks.entries()) {
    const texts = textsOf(placed);
    if (texts.length === 0 && (items.length > 0 || index >= BLOCKS_BEFORE_MAX)) break;
    for (const text of texts) {
      const quote = text.length <= lettersMax ? quoteWithin(placed.page, placed.block.box, text) : null;
      if (quote && items.length < ITEMS_MAX) items.push(quote);
    }
  }
  return items;
}

function bulletItems(blocks: readonly PlacedBlock[]): Quote[] {
  const bulletsOf = ({ block }: PlacedBlock) =>
    block.kind === "text"
      ? block.text
          .split(INNER_BULLET)
          .filter((piece) => BULLET.test(piece))
          .map((piece) => piece.replace(BULLET, "").replace(/\s+/g, " ").trim())
      : [];
  return collectItems(blocks, bulletsOf, ITEM_LENGTH_MAX);
}

/** The text left of the first wide gap in each line, or in the first column of a table. */
function columnItems(blocks: readonly PlacedBlock[], figures: boolean): Quote[] {
  const cellsOf = ({ page, block }: PlacedBlock) => {
    if (block.kind !== "table") return leftOfGaps(page, block);
    const rows = page.rows.filter((row) => row.table === block.table);
    const hasFigures = rows.some((row) => row.cells.some(({ kind }) => kind === "number"));
    return hasFigures && !figures ? [] : rows.map((row) => row.label);
  };
  const namedOf = (placed: PlacedBlock) =>
    cellsOf(placed)
      .map((cell) => cell.trim())
      .filter((cell) => /\p{L}{2}/u.test(cell) && !/^total\b/i.test(cell));
  return collectItems(blocks, namedOf, CELL_LENGTH_MAX);
}

/** Lines that continue a column further right start further right. */
function leftOfGaps({ lines }: PlacedBlock["page"], block: PlacedBlock["block"]): string[] {
  return lines
    .slice(block.first_line, block.last_line + 1)
    .filter(({ box }) => box[0] <= block.box[0] + EDGE_POINTS)
    .map(({ text }) => /^(\S.*?)\s{2,}\S/.exec(text)?.[1] ?? "");
}

/** Empty when a heading continues the previous line: half a heading is not an item. */
function headingItems(below: readonly Section[]): Quote[] {
  const level = Math.min(...below.map((section) => section.level));
  const headed = below.filter((section) => section.level === level);
  if (headed.some(({ heading }) => /^\p{Ll}/u.test(heading))) return [];
  return headed
    .filter(({ heading }) => heading.length <= HEADING_LENGTH_MAX)
    .flatMap(({ heading, blocks }) => {
      const [first] = blocks;
      const box = first?.page.blocks.find(
        ({ kind, text }) => kind === "heading" && text.replace(/\s+/g, " ") === heading,
      )?.box;
      return (first && box && quoteWithin(first.page, box, heading)) ?? [];
    })
    .slice(0, ITEMS_MAX);
}

/** The allowed values that sentences about the label mention. */
function readChoices(label: string, field: Field, source: FieldSource): Reading {
  const quotes = sentencesAbout(label, field, source);
  const found = (field.enum ?? []).flatMap((word) => {
    const quote = quotes.find(({ text }) => mentions(text, word));
    return quote ? [{ word, quote }] : [];
  });
  const [first, ...others] = new Set(found.map(({ quote }) => quote));
  if (!first) return notFound(`No sentence about ${label} mentions one of the allowed values`);
  const value = found.map(({ word }) => word);
  const { confidence } = first;
  return quotedReading(label, source, { value, quotes: [first, ...others], confidence });
}
