import type { NameFinder } from "../report-names.ts";
import { asksFuture } from "./future.ts";
import { CHANGING } from "./movement-words.ts";
import { readPer } from "./per-unit.ts";
import { AREA, DURATION, type Expected, type Operation, readOperation } from "./read-operation.ts";
import { findMeaning, rootOf, tokensOf, type Wording } from "./roots.ts";
import { isStopWord, stem } from "./terms.ts";

export interface RequestTerm {
  /** The word as asked. */
  word: string;
  /** The word itself first, then other wordings of it. */
  wordings: Wording[];
  /** A name or a number: nothing else means the same. */
  exact: boolean;
  /** A name that may be the company's own. */
  own: boolean;
  /** Said in brackets, as another name of what is asked for. */
  aside: boolean;
  /** Says in what state something is, which the report often leaves out. */
  soft: boolean;
}

/** A question as it is looked up in text. */
export interface TextRequest {
  question: string;
  operation: Operation;
  expects: Expected;
  terms: RequestTerm[];
  /** What is counted or measured, in the singular: "employee" in "how many employees", and what means the same. */
  counted: string[];
  /** The roots of "employee" in "revenue per employee". */
  per: string[];
  /** Whether what is to come is asked for. */
  isFuture: boolean;
  years: number[];
  /** Whether a place that names no year may be about what is asked: it is about the report's own year. */
  isPresent: boolean;
  /** Names of months in the question. */
  months: string[];
  /** Whether the day that the question names is the report's own: its sentences need not repeat it. */
  isOwnDay?: boolean;
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

/** Words that ask but say nothing about what is asked for. */
const ASKING = new Set(
  (
    "what whats who whos which when where why how much many did does do is are was were has have had can could will " +
    "would any tell give say says saying said see sees report company group firm mgmt management they their year fiscal fy " +
    "ye end total number amount please describe summarise summarize outline explain main key roughly about approximately " +
    "during get got going far behind percent percentage share big long last each back mean flag raise made make " +
    "late early currently presently now today still also ever it its happened thing things vs versus compared come comes " +
    "reported split breakdown falling within recorded booked scheduled count sits whose there please much sort kind type work works end-of-year yearend period coming level"
  ).split(" "),
);

/** `presentYear`: the year the report is about, if it is known. */
export function readTextRequest(
  question: string,
  isName: NameFinder,
  presentYear: number | null,
): TextRequest {
  const { operation, expects } = readOperation(question);
  const years = readYears(question);
  return {
    question,
    operation,
    expects,
    terms: readTerms(question, operation, isName),
    counted: readCounted(question),
    per: readPer(question),
    isFuture: asksFuture(question),
    years,
    isPresent:
      years.length === 0 || presentYear === null || years.some((year) => isYearOf(presentYear, year)),
    months: MONTHS.filter((month) =>
      new RegExp(`\\b${month.slice(0, 3)}(?:${month.slice(3)})?\\b`, "i").test(question),
    ),
  };
}

/** A fiscal year is also called by the calendar year it ends in. */
const isYearOf = (present: number, asked: number) => asked === present || asked === present + 1;

function readYears(question: string): number[] {
  const years = question.matchAll(
    /\b(?:FY|CY|YE)\s?['’]?(?:20)?(\d{2})\b|\b20(\d{2})\b|\b(?:end|\/)\s?['’]?(\d{2})\b/gi,
  );
  return [...new Set(Array.from(years, ([, fiscal, full, short]) => 2000 + Number(fiscal ?? full ?? short)))];
}

function readCounted(question: string): string[] {
  if (AREA.test(question)) return ["square", "sq"];
  if (DURATION.test(question)) return TIMES;
  const found = /\b(?:how many|number of)\s+((?:[\p{L}-]+\s*){1,4})/iu.exec(question)?.[1] ?? "";
  const words = found.split(/\s+/).filter((word) => word !== "");
  const stop = words.findIndex((word) =>
    /^(?:of|did|does|do|were|was|are|is|has|have|in|at|on|the|and|or|can|will)$/i.test(word),
  );
  const phrase = uptoPlural(stop < 0 ? words : words.slice(0, stop));
  // "Shares outstanding", "options granted": what is said of them comes after their name.
  const noun = phrase.findLast((word, at) => at === 0 || !STATE.test(word));
  if (noun !== undefined) return nounsFor(noun);
  const [, before] = /\b([\p{L}]+) count\b/iu.exec(question) ?? [];
  if (before !== undefined) return nounsFor(before);
  return /\bheadcount\b/i.test(question) ? nounsFor("employees") : [];
}

/** "Sales offices close": what comes after the things that are counted is said of them. */
function uptoPlural(words: string[]): string[] {
  const first = words.findIndex(isPlural);
  const end = words.findIndex((word, at) => at > first && !isPlural(word));
  return first < 0 || end < 0 ? words : words.slice(0, end);
}

const isPlural = (word: string) => /[^s]s$/i.test(word) || /^(?:people|men|women|children)$/i.test(word);

const TIMES = ["year", "month", "week", "day", "hour", "minute", "time"];
const STATE = /^(?:outstanding|available|left|held|sold|open|worldwide|total|\p{L}{3,}ed)$/iu;

/** The roots of a single word and of the single words that mean the same. */
export function wordings(word: string): string[] {
  const root = rootOf(word);
  const others = findMeaning([root], 0).others.filter(({ roots }) => roots.length === 1);
  return [root, ...others.flatMap(({ roots }) => roots)];
}

/** A noun and the nouns that mean the same, in the singular: "workers" are not "work". */
function nounsFor(noun: string): string[] {
  const others = findMeaning([rootOf(noun)], 0).others.filter(({ words }) => words.length === 1);
  return [stem(noun.toLowerCase()), ...others.flatMap(({ words }) => words)];
}

function readTerms(question: string, operation: Operation, isName: NameFinder): RequestTerm[] {
  // "Restructuring charges (2)": the mark of a footnote is no word of its own.
  const plain = question
    .replace(/['’]s\b/g, "")
    .replace(/\(\d{1,2}\)/g, " ")
    .replace(/\b(?:at|for the) (?:present|moment)\b/gi, " ");
  const tokens = tokensOf(plain).filter(({ text, start, end }) => {
    const lower = text.toLowerCase();
    if ((operation === "change" || operation === "verdict") && CHANGING.has(lower)) return false;
    // "Customer A", and "15 years", which are no year.
    if (/^[A-H]$/.test(text) && start > 0) return true;
    if (/^\d\d$/.test(text) && SPAN_AFTER.test(plain.slice(end))) return true;
    return !ASKING.has(lower) && !isStopWord(lower) && !isDate(lower) && isName(text) !== "known";
  });
  const roots = tokens.map(({ root }) => root);
  const asides = Array.from(
    // "(paid and unpaid)" says which, and is no other name.
    plain.matchAll(/\((?![^)]*\b(?:and|excluding|including|before|after|without|net of)\b)[^)]*\)/gi),
    ({ 0: text, index }) => [index, index + text.length] as const,
  );
  const terms: RequestTerm[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { length, others } = findMeaning(roots, at);
    const asked = tokens.slice(at, at + length);
    const first = asked[0];
    if (!first) break;
    const proper = isProper(first.text, first.start) || /\d/.test(first.text);
    terms.push({
      word: asked.map(({ text }) => text).join(" "),
      wordings: [
        { words: asked.map(({ text }) => stem(text.toLowerCase())), roots: asked.map(({ root }) => root) },
        ...others,
      ],
      exact: others.length === 0 && proper && !isName(first.text),
      own: isName(first.text) !== null && proper,
      soft: asked.every(({ text }) => SOFT.has(text.toLowerCase())),
      aside: asides.some(([from, to]) => first.start >= from && first.start < to),
    });
    at += length;
  }
  return terms;
}

const SOFT = new Set(
  "outstanding balance position due carrying carried carry held hold drawn bring booked spent used value excluded included net gross current year-end amounts".split(
    " ",
  ),
);

const SPAN_AFTER = /^[ -](?:days?|weeks?|months?|years?)\b/i;

/** A capital letter says nothing at the beginning of a question. */
function isProper(text: string, start: number): boolean {
  return /^\p{Lu}/u.test(text) && (start > 0 || /\p{Lu}.*\p{Lu}/u.test(text));
}

function isDate(lower: string): boolean {
  return (
    MONTHS.some((month) => month === lower || month.slice(0, 3) === lower) ||
    /^(?:fy|ye|cy)?'?(?:20)?\d{2}(?:-(?:20)?\d{2})?$/.test(lower) ||
    /^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(lower)
  );
}

/** A name that the report does not use: what is asked may be about another company. */
export function isStrange({ exact, word }: RequestTerm): boolean {
  return exact && /^\p{L}/u.test(word) && !/^(?:[QH][1-4]|FY\S*)$/i.test(word);
}
