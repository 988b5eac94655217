/** Whether a quote from a report is about a field: a true date or sentence about something else is a wrong value. */
import { isDenied, isFieldOf, sentencesOf, shareSaid, speaksOf } from "../../answers/index.ts";
import type { PageRecord } from "../../reports/index.ts";
import type { Field } from "../builders/field-mapping.ts";
import { findDates } from "./dates.ts";
import type { FieldSource } from "./field-source.ts";
import type { PlacedQuote } from "./locate-quote.ts";
import { distinctiveTerms, namesOf, type PlacedBlock, type Section } from "./outline.ts";
import { BULLET } from "./read-list.ts";
import { REPORTING_DAY } from "./read-text.ts";

export interface QuotePlace {
  label: string;
  field: Field;
  source: FieldSource;
  quote: PlacedQuote;
}

type Row = PageRecord["rows"][number];

/** Rows at the quote, or else its sentences, are about the field and do not deny the quote. */
export function isTextOf(place: QuotePlace): boolean {
  const { text } = place.quote;
  const rows = rowsAt(place.quote);
  if (rows.length > 0) return rows.some((row) => isRowOf(row, place)) || isBelowName(place);
  const sentences = sentencesAround(place.quote);
  if (sentences.some((sentence) => isDenied(sentence, text))) return false;
  return sentences.every((sentence) => speaks(sentence, place)) || isBelowName(place);
}

/** The row or clause with the date is about the field, more than those with other dates. */
export function isDateOf(date: string, place: QuotePlace): boolean {
  const rows = rowsAt(place.quote);
  if (rows.length > 0)
    return rows.some((row) => findDates(textOf(row)).includes(date) && isRowOf(row, place));
  return sentencesAround(place.quote).some((sentence) => {
    if (!findDates(sentence).includes(date)) return false;
    const clauses = sentence.split(CLAUSE_END).filter((clause) => findDates(clause).length > 0);
    if (clauses.length > 1)
      return clauses.some(
        (clause) => isOnly(date, clause) && speaks(clause, place) && !isRivalled(clause, clauses, place),
      );
    const isReporting = findDates(sentence.replace(REPORTING_DAY, "0")).length === 0;
    return isOnly(date, sentence) && (speaks(sentence, place) || (!isReporting && isBelowName(place)));
  });
}

/** Between statements about different things; not inside a date. */
const CLAUSE_END = /[;:]\s|,\s(?!(?:19|20)\d\d)|\s(?:and|but|while|whereas|und|et|y|e|en)\s/iu;

function isOnly(date: string, text: string): boolean {
  const dates = findDates(text);
  return dates.length === 1 && dates[0] === date;
}

/** Another clause with a date says as much of the field: the sentence does not say which date is meant. */
const isRivalled = (own: string, clauses: readonly string[], place: QuotePlace): boolean =>
  clauses.some((clause) => clause !== own && shareFor(clause, place) >= shareFor(own, place));

const namesFor = ({ label, field }: QuotePlace): string[] =>
  [...namesOf(label, field), field.description ?? ""]
    .map((name) => distinctiveTerms(name).join(" "))
    .filter((name) => name !== "");

const speaks = (text: string, place: QuotePlace): boolean =>
  namesFor(place).some((name) => speaksOf(text, name));

const shareFor = (text: string, place: QuotePlace): number =>
  Math.max(0, ...namesFor(place).map((name) => shareSaid(text, name)));

const textOf = ({ section, label, cells }: Row): string =>
  [section ?? "", label, ...cells.map(({ text }) => text)].join(" ");

const nameOf = ({ section, label }: Row): string => [section, label].join(" ");

function rowsAt({ record, box }: PlacedQuote): Row[] {
  return record.rows.filter((row) => {
    const middle = (row.box[1] + row.box[3]) / 2;
    return middle >= box[1] && middle <= box[3] && row.box[0] <= box[2] && row.box[2] >= box[0];
  });
}

function isRowOf(row: Row, place: QuotePlace): boolean {
  const others = place.quote.record.rows.filter((one) => one.table === row.table && one !== row);
  return namesFor(place).some((name) => isFieldOf(name, nameOf(row), others.map(nameOf)));
}

/** The sentences that the quote is part of, or consists of. */
function sentencesAround({ record, within, text }: PlacedQuote): string[] {
  const blocks = record.blocks.filter(({ box }) => box === within);
  const whole = sentencesOf({ ...record, blocks, rows: [] }).map((one) => one.text);
  const touched = whole.filter((sentence) => sentence.includes(text) || text.includes(sentence));
  // Sentences are divided at other places than the quote: then all of the block counts.
  return touched.length > 0 ? touched : blocks.map((block) => block.text.replace(/\s+/g, " "));
}

/** The heading above the quote, or the line that introduces its list, names the field. */
function isBelowName(place: QuotePlace): boolean {
  const { source, quote } = place;
  const isAt = ({ page, block }: PlacedBlock) => page === quote.record && block.box === quote.within;
  const section = source.outline.find(({ blocks }) => blocks.some(isAt));
  if (!section) return false;
  return speaks(section.heading, place) || speaks(findLeadIn(section, section.blocks.findIndex(isAt)), place);
}

/** "The main risks are:", before the items of a list; empty when there is none. */
function findLeadIn({ blocks }: Section, at: number): string {
  for (const { block } of blocks.slice(0, at).reverse()) {
    if (/:\s*$/.test(block.text)) return block.text;
    if (!BULLET.test(block.text)) return "";
  }
  return "";
}
