import {
  type Claim,
  claimQuote,
  findCurrency,
  findScale,
  isFieldOf,
  locateNumbers,
  numbersIn,
  rereads,
  speaksOf,
} from "../../answers/index.ts";
import { type PageRecord, readFigure } from "../../reports/index.ts";
import type { Field } from "../builders/field-mapping.ts";
import type { SelectedSource } from "./field-source.ts";
import type { PlacedQuote } from "./locate-quote.ts";
import { SCALES, valueInUnit } from "./read-figure.ts";
import { MODEL_CONFIDENCE, notVerified, type Reading } from "./reading.ts";

const LINES_ABOVE = 6;
/** How far before a number its currency sign may be. */
const SIGN_DISTANCE = 5;

type Cell = PageRecord["rows"][number]["cells"][number];
type Word = PageRecord["words"][number];

/** The number a model named, verified in its box: its value, scale, kind and year. */
export function verifyFigure(
  label: string,
  field: Field,
  { source, when }: SelectedSource,
  { quote, printed }: { quote: PlacedQuote; printed: string },
): Reading {
  const [digits] = numbersIn(printed);
  const { record } = quote;
  const sentence = { page: record.page, text: quote.text, kind: "text" as const, box: quote.within };
  const words = (locateNumbers(record, sentence) ?? []).filter(({ text }) => numbersIn(text)[0] === digits);
  const [word, ...others] = words;
  if (digits === undefined || !word) return notVerified("The number is not in the model's quote");
  if (others.length > 0) return notVerified("The number occurs more than once in the model's quote");
  const cell = cellAround(record, word);
  if (cell && isOtherYear(record, cell, when))
    return notVerified("The number is in the column of another year");
  const asked = [label, field.description ?? ""];
  if (!asked.some((name) => isAbout(name, quote, cell)))
    return notVerified("The number belongs to something else than the field");
  const value = cell?.cell.value ?? readNumber(word.text);
  if (value === null || !rereads(record, word.box, value))
    return notVerified("The number could not be verified on the page");
  const size = cell ? sizeInTable(record, cell) : sizeInSentence(quote.text, word.text);
  const claim: Claim = {
    ...claimQuote(source.reader.report, label, { ...quote, box: word.box }),
    value,
    ...size,
  };
  const measured = valueInUnit(field, claim);
  if ("cause" in measured) return notVerified(measured.cause);
  const about = {
    verdict: "found" as const,
    confidence: MODEL_CONFIDENCE,
    unit: measured.unit,
    period: null,
    page: record.page,
    box: [...word.box],
    quote: quote.text,
    expression: null,
    claim_ids: [claim.claim_id],
    operands: [],
  };
  return { found: true, value: measured.value, about, claims: [claim] };
}

/**
 * "12.345" is twelve thousand in one locale and twelve point three in another: when the text does not decide,
 * it is not read.
 */
function readNumber(text: string): number | null {
  const bare = text.replace(/[.,;:]+$/, "");
  if (/^\D*\d{1,3}\.\d{3}\D*$/.test(bare)) return null;
  const mark = /\.\d{3},|\d,\d{1,2}\D*$/.test(bare) ? "," : ".";
  return readFigure(bare, mark)?.value ?? null;
}

interface PlacedCell {
  cell: Cell;
  row: PageRecord["rows"][number];
}

function cellAround({ rows }: PageRecord, { box }: Word): PlacedCell | null {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  for (const row of rows) {
    const cell = row.cells.find(
      ({ kind, box: own }) => kind === "number" && x >= own[0] && x <= own[2] && y >= own[1] && y <= own[3],
    );
    if (cell) return { cell, row };
  }
  return null;
}

/** The row, or the sentence, is the one of the field: a true number of another row would be a wrong value. */
function isAbout(name: string, { record, text }: PlacedQuote, cell: PlacedCell | null): boolean {
  if (!cell) return speaksOf(text, name);
  const { row } = cell;
  const others = record.rows.filter((one) => one.table === row.table && one !== row);
  return isFieldOf(
    name,
    [row.section, row.label].join(" "),
    others.map(({ section, label }) => [section, label].join(" ")),
  );
}

/** Columns headed by years contain the value only in the right one. */
function isOtherYear(
  { tables }: PageRecord,
  { cell, row }: PlacedCell,
  when: SelectedSource["when"],
): boolean {
  const years = (tables[row.table]?.columns ?? []).map(({ head }) => {
    const [year] = head.match(/\b(?:19|20)\d\d\b/) ?? [];
    return year === undefined ? null : Number(year);
  });
  const own = years[cell.column] ?? null;
  if (own === null) return false;
  const newest = Math.max(...years.flatMap((year) => year ?? []));
  return own !== (typeof when === "number" ? when : when === "prior_year" ? newest - 1 : newest);
}

type Size = Pick<Claim, "unit" | "scale">;

function sizeInTable(record: PageRecord, { cell, row }: PlacedCell): Size {
  if (cell.percent || /%|percent/i.test(row.label)) return { unit: "%", scale: "one" };
  const table = record.tables[row.table];
  const above = record.lines.filter(({ box }) => box[3] <= (table?.box[1] ?? 0) + 2).slice(-LINES_ABOVE);
  const heads = (table?.columns ?? []).map(({ head }) => head);
  const context = [table?.caption ?? "", ...heads, ...above.map(({ text }) => text)].join(" ");
  const isSingle = /per share|ratio|number of|employees|headcount/i.test(row.label);
  return { unit: findCurrency(context), scale: isSingle ? "one" : scaleName(findScale(context)) };
}

/** Judged by the text right before and after this number, not after another that contains its digits. */
function sizeInSentence(text: string, word: string): Size {
  const [core = ""] = word.match(/\d+(?:[.,'’]\d+)*/) ?? [];
  const own = new RegExp(`(?<![\\d.,'’])${core.replaceAll(".", "\\.")}(?![.,'’]?\\d)`);
  const at = text.search(own);
  if (at < 0) return { unit: null, scale: "one" };
  const after = text.slice(at + core.length).replace(/^[)\s]+/, "");
  if (/^(?:%|percent\b|per cent\b)/i.test(after)) return { unit: "%", scale: "one" };
  const [next = ""] = after.split(/\s+/);
  const alongside = `${text.slice(Math.max(0, at - SIGN_DISTANCE), at)} ${/^[A-Z]{3}\b|^[€£¥]/.exec(after)?.[0] ?? ""}`;
  return { unit: findCurrency(alongside), scale: scaleName(findScale(next)) };
}

function scaleName(scale: number | null): Claim["scale"] {
  const names = Object.keys(SCALES) as Claim["scale"][];
  return names.find((name) => SCALES[name] === scale) ?? "one";
}
