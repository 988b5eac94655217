import { matchHead, type Period } from "../figures/periods.ts";
import { findPeriods } from "../figures/question-periods.ts";
import { STRETCH } from "../figures/table-reading.ts";
import type { WeighedTerm } from "./candidates.ts";
import { isPercentCell } from "./cell-figure.ts";
import { extraShare, matches, ownWords } from "./coverage.ts";
import type { TextRequest } from "./request.ts";
import { type Token, tokensOf } from "./roots.ts";
import { type Cell, COUNTED, type TableColumn, type TableRow, type TableView } from "./table-view.ts";

export const ASKS_TOTAL = /\btotal|\boverall\b|\bin all\b|\baltogether\b/i;

/** When something is asked for: years, and a part of a year where the question names one. */
export interface AskedTime {
  years: readonly number[];
  /** Names of months: of two days in one year that of the month asked for. */
  months: readonly string[];
  part: Period | null;
  /** Whether a place that names no year may be about what is asked. */
  isPresent: boolean;
}

export function readTime({ question, years, months, isPresent }: TextRequest): AskedTime {
  const last = findPeriods(question).at(-1)?.last ?? null;
  return { years, months, isPresent, part: last && last.span !== "year" ? last : null };
}

/** What something was before the period begins is asked for only in so many words. */
export const OPENING = new RegExp(
  String.raw`\b(?:beginning|opening|start) (?:of|balance|book|cost|net)|\bopening\b|\bbeginning\b|\bbrought forward\b` +
    String.raw`|(?:^|\b(?:at|as of|on) )(?:1 (?:january|april|july|october)|(?:january|april|july|october) 1)\b`,
  "i",
);

interface Choice {
  cell: Cell;
  head: TableColumn;
}

/**
 * The cell of a row for what is asked: of the period asked for, without one of the newest; of several of one period the
 * one that the question names, or the total. Null where none or several are left.
 */
export function chooseCell(
  { view, row, isYear }: { view: TableView; row: TableRow; isYear: boolean },
  request: TextRequest,
  { terms, time }: { terms: readonly WeighedTerm[]; time: AskedTime },
): Choice | null {
  const asksOpening = OPENING.test(request.question);
  const numbers = row.row.cells.flatMap((cell) => {
    const head = view.columns[cell.column];
    const isMeant = head && cell.kind === "number" && (asksOpening || !OPENING.test(head.head));
    return isMeant ? [{ cell, head }] : [];
  });
  const dated = isYear ? numbers : ofTime(numbers, view, row, time);
  const around = [...row.tokens, ...row.sectionTokens, ...view.around];
  const fitting = ofKind(
    dated,
    request,
    terms.filter((term) => !term.soft && !matches(term, around)),
  );
  const [total, ...totals] = ASKS_TOTAL.test(request.question)
    ? fitting.filter(({ head }) => head.total)
    : [];
  if (total && totals.length === 0) return total;
  const choice = soleOf(bestNamed(fitting, terms), request.question, isYear ? [] : time.years);
  return choice && isYear === false && isOutdated(choice, view, time) ? null : choice;
}

/** Where no year is asked for, a row without a number in the newest one says nothing of it by an older one. */
function isOutdated({ head }: Choice, { columns }: TableView, { years, part }: AskedTime): boolean {
  if (years.length > 0 || part !== null || head.year === null) return false;
  return columns.some(({ kind, year }) => kind === head.kind && (year ?? 0) > (head.year ?? 0));
}

function ofTime(numbers: readonly Choice[], view: TableView, row: TableRow, time: AskedTime): Choice[] {
  const { part, years } = time;
  const periodOf = ({ cell }: Choice) => view.read.periods[cell.column] ?? null;
  if (part) {
    return numbers.filter((one) => {
      const period = periodOf(one);
      return period !== null && matchHead(period, part) > 0;
    });
  }
  if (years.length === 0) return [...numbers];
  if (
    view.read.periods.some((period) => period !== null) ||
    view.columns.some(({ head }) => STRETCH.test(head))
  ) {
    const ofYear = numbers.filter(({ head }) =>
      head.year === null ? isStretchOf(head, years) : years.includes(head.year),
    );
    const ofMonth = ofYear.filter(({ head }) => time.months.some((month) => saysMonth(head.head, month)));
    return ofMonth.length > 0 ? ofMonth : ofYear;
  }
  return agreesWithYear(view, row, time) ? [...numbers] : [];
}

/** A column of several years, all of which the question names. */
function isStretchOf({ head }: TableColumn, years: readonly number[]): boolean {
  const own = STRETCH.exec(head)?.[0].match(/\d{4}/g)?.map(Number) ?? [];
  return own.length > 1 && own.every((year) => years.includes(year));
}

const saysMonth = (head: string, month: string) => new RegExp(`\\b${month.slice(0, 3)}`, "i").test(head);

/** A table of one year that says so above itself holds nothing of another; one that names none is of the report's year. */
export function agreesWithYear(
  view: TableView,
  { row, movementYear }: TableRow,
  { years, isPresent }: Pick<AskedTime, "years" | "isPresent">,
): boolean {
  const section = /\b20[0-4]\d\b/.exec(row.section ?? "")?.[0];
  const own = movementYear ?? (section === undefined ? view.year : Number(section));
  return years.length === 0 || (own === null ? isPresent : years.includes(own));
}

const ASKS_GROWTH = /\bgrowth\b|\bgr[eo]w\b|\bchange\b|\bincrease\b|\bdecrease\b/i;

/** Shares and changes answer only a question for them, amounts any other; where a row has one kind only, that one. */
function ofKind(
  numbers: readonly Choice[],
  { expects, question }: TextRequest,
  /** Those that nothing but a head may have. */
  terms: readonly WeighedTerm[],
): Choice[] {
  const isChange = ({ head: { kind } }: Choice) => kind === "change" || kind === "percent_change";
  const levels = ASKS_GROWTH.test(question) ? [...numbers] : numbers.filter((one) => !isChange(one));
  const percents = levels.filter(({ cell, head }) => isPercentCell(cell, head));
  if (expects === "percent") return percents;
  const amounts = levels.filter((one) => !percents.includes(one) && !isChange(one));
  // What only the head of a percentage is called is asked for by its name.
  const own = terms.filter((term) => !amounts.some(({ head }) => matches(term, head.tokens)));
  const named = percents.filter(({ head }) => own.some((term) => matches(term, head.tokens)));
  if (expects !== "count" && named.length > 0) return named;
  const money = amounts.filter(({ head }) => !COUNTED.test(head.head));
  const counted = expects === "money" ? amounts.filter(({ head }) => asksCount(question, head)) : [];
  if (counted.length > 0) return counted;
  // Next to a number of things, what each is worth is asked for in so many words.
  const isOfEach = money.every(({ head }) => OF_EACH.test(head.head)) && !MONEY.test(question);
  const isMoney = expects === "money" && money.length > 0;
  if (isMoney && isOfEach && money.length < amounts.length)
    return amounts.filter((one) => !money.includes(one));
  return isMoney ? money : amounts;
}

/** "Shares granted" are counted, the value of shares granted is money. */
const MONEY =
  /\b(?:values?|prices?|costs?|expenses?|dividends?|amounts?|income|earnings|revenues?|sales|capital|per)\b/i;

const OF_EACH = /\bweighted[- ]average\b|\bper (?:share|unit|option)\b|\b(?:exercise|strike|grant) price\b/i;

/** Whether a question names what a column counts, and no amount of money. */
export function asksCount(question: string, { head }: TableColumn): boolean {
  if (!COUNTED.test(head) || MONEY.test(question)) return false;
  const said = new Set(tokensOf(question).map(({ root }) => root));
  const own = ownWords(head);
  return own.length > 0 && own.every(({ root }) => said.has(root));
}

/** The columns whose heads have most of the question's words, and fewest others; all where no head has any. */
function bestNamed(columns: readonly Choice[], terms: readonly WeighedTerm[]): Choice[] {
  const weights = columns.map(({ head }) => {
    const named = terms.filter((term) => matches(term, head.tokens));
    // "Within 1 year" is the column of 1 year, whatever else the other heads say.
    return named.reduce((sum, { word, weight }) => sum + (/\d/.test(word) ? NUMBER_WEIGHT : weight), 0);
  });
  const most = Math.max(0, ...weights);
  const named = columns.filter((_, at) => weights[at] === most);
  if (most === 0) return named;
  // "After 15 years" is not "after 5 years through 15 years".
  const numbers = new Set(terms.flatMap(({ word }) => word.match(/\d+/g) ?? []));
  const isLonger = ({ text }: Token) => /^\d{1,2}$/.test(text) && !numbers.has(text);
  const extras = named.map(
    ({ head }) => extraShare(head.head, terms) - head.tokens.filter(isLonger).length / NUMBER_WEIGHT,
  );
  return named.filter((_, at) => extras[at] === Math.max(...extras));
}

const NUMBER_WEIGHT = 100;
const OF_PARENT = /\b(?:parent|company)\b/i;

/** Of several columns the total, the group's, or the newest where no year was asked for. */
function soleOf(choices: readonly Choice[], question: string, years: readonly number[]): Choice | null {
  const [first, ...others] = choices;
  if (!first || others.every(({ cell }) => cell.value === first.cell.value)) return first ?? null;
  const [total, ...totals] = choices.filter(({ head }) => head.total);
  if (total && totals.length === 0) return total;
  const group = choices.filter(({ head }) => !OF_PARENT.test(head.head));
  if (group.length === 1 && !OF_PARENT.test(question)) return group[0] ?? null;
  if (years.length > 0) return null;
  const newest = Math.max(...choices.map(({ head }) => head.year ?? 0));
  const latest = choices.filter(({ head }) => head.year === newest && newest > 0);
  return latest.length === choices.length ? null : soleOf(latest, question, [newest]);
}
