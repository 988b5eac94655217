import { type PageRecord, readFigure } from "../../reports/index.ts";
import type { FigurePeriod } from "../figures/figure-reader.ts";
import { findCurrency, findScale, isNamedScale, moneyScale, type StatementScale } from "../figures/units.ts";
import { locateNumbers } from "../passages/sentences.ts";
import { type BoundAmount, bindAmounts } from "./bind-amounts.ts";
import type { Claim } from "./claim.ts";
import { GAIN, LOSS } from "./direction-words.ts";
import { type CellEvidence, cellsOf } from "./evidence.ts";
import { scaleName } from "./figure-claims.ts";
import { contentRoots, isFieldOf, speaksOf } from "./match-label.ts";
import { numbersIn, rereads } from "./verify.ts";
import { ADJUSTED, CHANGE_LABEL, isClauseOf } from "./verify-statement.ts";

/** A field, and the number that is proposed for it. */
export interface FieldFigure {
  /** What the field is called, and what describes it. */
  names: readonly string[];
  kind: "number" | "money" | "percent";
  when: FigurePeriod;
  printed: string;
}

/** Where the number is said to be. */
export interface QuotedPlace {
  record: PageRecord;
  text: string;
  /** The block that contains the text. */
  within: PageRecord["blocks"][number]["box"];
}

/** What the report says where a table or sentence does not. */
export interface ReportContext {
  fiscalYear: number | null;
  scale: StatementScale | null;
  dollar: string;
}

type Size = Pick<Claim, "unit" | "scale">;
type Refused = { refused: string };
type Word = PageRecord["words"][number];
export type VerifiedFigure = Size & { value: number; box: Word["box"] };

/**
 * The number of a field, verified like the number of a sentence: it is printed in its box, and its cell or clause is the
 * one of the field in value, scale, sign, unit, period and entity.
 */
export function verifyField(
  field: FieldFigure,
  place: QuotedPlace,
  context: ReportContext,
): VerifiedFigure | Refused {
  const [digits] = numbersIn(field.printed);
  const { record, text, within } = place;
  const sentence = { page: record.page, text, kind: "text" as const, box: within };
  const words = (locateNumbers(record, sentence) ?? []).filter((one) => numbersIn(one.text)[0] === digits);
  const [word, ...others] = words;
  if (digits === undefined || !word) return { refused: "The number is not in the model's quote" };
  if (others.length > 0) return { refused: "The number occurs more than once in the model's quote" };
  const cell = cellAround(record, word);
  const read = cell
    ? verifyCell(field, { record, cell, context })
    : verifyInSentence(field, { text, word, context });
  if ("refused" in read) return read;
  if (!rereads(record, word.box, read.printed))
    return { refused: "The number could not be verified on the page" };
  return { value: read.printed * read.factor, unit: read.unit, scale: read.scale, box: word.box };
}

/** A number as printed; `factor` brings a scale without a word, such as crores, to single units. */
interface ReadNumber extends Size {
  printed: number;
  factor: number;
}

const OTHER_YEAR: Refused = { refused: "The number is in the column of another year" };
const OTHER_THING: Refused = { refused: "The number belongs to something else than the field" };
const NO_SCALE: Refused = { refused: "The report does not say the scale of the number" };
const NOT_READ: Refused = { refused: "The number could not be verified on the page" };

interface PlacedCell {
  row: PageRecord["rows"][number];
  column: number;
}

function cellAround({ rows }: PageRecord, { box }: Word): PlacedCell | null {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  for (const row of rows) {
    const cell = row.cells.find(
      ({ kind, box: own }) => kind === "number" && x >= own[0] && x <= own[2] && y >= own[1] && y <= own[3],
    );
    if (cell) return { row, column: cell.column };
  }
  return null;
}

function verifyCell(
  field: FieldFigure,
  { record, cell, context }: { record: PageRecord; cell: PlacedCell; context: ReportContext },
): ReadNumber | Refused {
  const row = record.rows.indexOf(cell.row);
  const cells = cellsOf(record, context.dollar).filter((one) => one.row === row);
  const own = cells.find(({ column }) => column === cell.column);
  if (!own) return NOT_READ;
  if (!isOfPeriod(field, own, cells)) return OTHER_YEAR;
  if (!field.names.some((name) => isRowOfField(name, record, cell.row))) return OTHER_THING;
  const isPercent = own.isPercent || /%|percent/i.test(own.label);
  if (isPercent) return { printed: own.value, factor: 1, unit: "%", scale: "one" };
  const said = own.scale ?? context.scale;
  const scale = field.kind === "money" ? (moneyScale(said, own.value) ?? said) : (own.scale ?? 1);
  if (scale === null) return NO_SCALE;
  return { printed: own.value, unit: own.currency, ...nameScale(scale) };
}

const nameScale = (scale: StatementScale) =>
  isNamedScale(scale) ? { factor: 1, scale: scaleName(scale) } : { factor: scale, scale: "one" as const };

/** Columns headed by years have the value only in the right one; a column that is no year is named by the field. */
function isOfPeriod(
  { when, names }: FieldFigure,
  own: CellEvidence,
  cells: readonly CellEvidence[],
): boolean {
  const said = names.flatMap(contentRoots);
  if (!contentRoots(own.head).every((root) => said.includes(root))) return false;
  if (own.year === null) return true;
  const newest = own.isLatest ? own.year : Math.max(...cells.flatMap(({ year }) => year ?? []));
  return own.year === (typeof when === "number" ? when : when === "prior_year" ? newest - 1 : newest);
}

/** The row is the one of the field: a true number of another row would be a wrong value. */
function isRowOfField(name: string, { rows }: PageRecord, row: PageRecord["rows"][number]): boolean {
  const labelOf = (one: typeof row) => [one.section, one.label].join(" ");
  const others = rows.filter((one) => one.table === row.table && one !== row);
  return isFieldOf(name, labelOf(row), others.map(labelOf)) && isSameSide(name, row.label);
}

/** A loss is no profit, and a figure by another definition is another figure. */
function isSameSide(name: string, said: string): boolean {
  const isLoss = (text: string) => LOSS.test(text) && !GAIN.test(text.replace(LOSS, ""));
  const isResult = GAIN.test(name) || GAIN.test(said);
  return !(isResult && isLoss(name) !== isLoss(said)) && ADJUSTED.test(name) === ADJUSTED.test(said);
}

function verifyInSentence(
  field: FieldFigure,
  { text, word, context }: { text: string; word: Word; context: ReportContext },
): ReadNumber | Refused {
  const at = placeOf(text, word.text);
  const printed = readNumber(word.text);
  if (at === null || printed === null) return NOT_READ;
  const all = bindAmounts(text);
  const bound = all.find(({ digitsStart, end }) => at.start >= digitsStart && at.start < end);
  const refused = bound ? refuseAmount(field, bound, { all, context }) : refuseUnbound(field, text, all);
  if (refused) return refused;
  const size = sizeInSentence(text, at);
  if (bound && bound.unit !== null && size.unit !== null && bound.unit !== size.unit) return NOT_READ;
  const isNegative = bound?.negative === true && printed > 0;
  return { printed: isNegative ? -printed : printed, factor: 1, ...size };
}

/** What the sentence says of this amount, and not of another one, is what the field asks for. */
function refuseAmount(
  { names, when }: FieldFigure,
  own: BoundAmount,
  { all, context }: { all: readonly BoundAmount[]; context: ReportContext },
): Refused | null {
  const wanted =
    typeof when === "number"
      ? when
      : context.fiscalYear !== null && when === "prior_year"
        ? context.fiscalYear - 1
        : context.fiscalYear;
  if (own.year !== null && wanted !== null && own.year !== wanted)
    return { refused: "The number is of another year" };
  if (own.isEarlier && when !== "prior_year") return { refused: "The number is of another year" };
  if (own.bound !== null) return { refused: "The sentence gives only a limit" };
  const isOfField = names.some(
    (name) =>
      speaksOf(own.clause, name) &&
      isClauseOf(name, own, all) &&
      isSameSide(name, own.clause) &&
      (!own.isChange || own.kind === "percent" || CHANGE_LABEL.test(name)),
  );
  return isOfField ? null : OTHER_THING;
}

/** A year, or a number as other languages write it: nothing else in the sentence may be what the field asks for. */
function refuseUnbound({ names }: FieldFigure, text: string, all: readonly BoundAmount[]): Refused | null {
  const isAlone = all.length === 0 || numbersIn(text).length === 1;
  return isAlone && names.some((name) => speaksOf(text, name) && isSameSide(name, text)) ? null : OTHER_THING;
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

interface Place {
  start: number;
  end: number;
}

/** Where this number is in the text, and not another that contains its digits. */
function placeOf(text: string, word: string): Place | null {
  const [core = ""] = word.match(/\d+(?:[.,'’]\d+)*/) ?? [];
  const start = text.search(new RegExp(`(?<![\\d.,'’])${core.replaceAll(".", "\\.")}(?![.,'’]?\\d)`));
  return start < 0 ? null : { start, end: start + core.length };
}

/** How far before a number its currency sign may be. */
const SIGN_DISTANCE = 5;

/** Judged by the text right before and after the number. */
function sizeInSentence(text: string, { start, end }: Place): Size {
  const after = text.slice(end).replace(/^[)\s]+/, "");
  if (/^(?:%|percent\b|per cent\b)/i.test(after)) return { unit: "%", scale: "one" };
  const [next = ""] = after.split(/\s+/);
  const sign = /^[A-Z]{3}\b|^[€£¥]/.exec(after)?.[0] ?? "";
  const alongside = `${text.slice(Math.max(0, start - SIGN_DISTANCE), start)} ${sign}`;
  const scale = findScale(next);
  return {
    unit: findCurrency(alongside),
    scale: scale !== null && isNamedScale(scale) ? scaleName(scale) : "one",
  };
}
