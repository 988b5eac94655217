import type { NameFinder } from "../report-names.ts";
import { findMeaning, rootOf, tokensOf, type Wording } from "./roots.ts";
import { isStopWord, stem } from "./terms.ts";

/** What is to be done to answer. */
export type Operation = "value" | "name" | "when" | "verdict" | "change" | "summary";

/** What kind of thing the answer is. */
export type Expected =
  | "money"
  | "percent"
  | "count"
  | "number"
  | "date"
  | "person"
  | "organisation"
  | "anybody"
  | "place"
  | "yes_no"
  | "explanation";

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
  /** What is counted or measured: the roots of "employees" in "how many employees". */
  counted: string[];
  years: number[];
  /** Whether a place that names no year may be about what is asked: it is about the report's own year. */
  isPresent: boolean;
  /** Names of months in the question. */
  months: string[];
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

/** Words that ask but say nothing about what is asked for. */
const ASKING = new Set(
  (
    "what whats who whos which when where why how much many did does do is are was were has have had can could will " +
    "would any tell give say says saying said report company group firm mgmt management they their year fiscal fy " +
    "ye end total number amount please describe summarise summarize outline explain main key roughly about approximately " +
    "during get got going far behind percent percentage share big long last each back mean flag raise made make " +
    "late early currently now today still also ever it its happened thing things vs versus compared come comes " +
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

const VERDICT = /^(?:did|does|do|is|are|was|were|has|have|had|can|will|would|could|should|any)\b/i;
const CHANGE =
  /\bwhy\b|\bhow (?:did|has|have|do|does) .+\b(?:move|change|develop|evolve|perform|compare)d?\b|\bwhat (?:drove|caused|changed|explains?|happened to|led to)\b|\band what for\b|\bwhat(?:'s| is| was) (?:driving|behind)\b|\bhow much (?:\w+ )?(?:higher|lower|up|down|more|less|bigger|smaller)\b|\bhow (?:much|far) (?:did|has|have) .+\b(?:rise|rose|fall|fell|grow|grew|go up|go down|come down|increase|decrease|drop|decline|change|shrink|jump)\b|\bby how much\b|\bwhat changed\b/i;
const SUMMARY =
  /^(?:please )?(?:describe|summari[sz]e|outline|explain|list|tell me|give me an overview)\b|\bwhat (?:does|do|did) .+ (?:say|think|expect|see|plan|do (?:about|for|to|in))\b|\bwhat(?:'s| is| are) .+ (?:saying|doing|planning)\b|\bhow (?:do|does|did|is|are) .+ (?:work|plan|intend|structured|managed?|make money|grow|compete)\b|^(?:so )?what (?:are|were) (?:the |its |their |\w+['’]s )?(?:\w+ )?(?:\w+ )?(?:options|plans|priorities|pillars|risks|factors|drivers|challenges|goals|objectives|targets|strategies|initiatives|terms|conditions|steps|measures|reasons|products|services|segments|competitors|strengths|opportunities)\b|^what (?:\w+ )?(?:acquisitions|divestitures|disposals|risks|guarantees|steps|measures|products|services|factors|challenges|actions|plans|initiatives|commitments)\b|\bwhat does .+ do\b|^what(?:['’]s| is| are) (?:the |its |their )?(?:[\p{L}-]+ ){0,5}(?:plans?|polic(?:y|ies)|approach)\b(?! (?:cost|expens|asset|obligation|contribution))|\bstrategy\b|\boutlook\b|\bdividend policy\b|\brisk factors\b|^which (?:\w+ ){0,3}(?:sites|projects|products|markets|initiatives|risks|factors|brands|countries|properties)\b(?!.*\b(?:most|largest|biggest|highest|lowest)\b)/iu;
const PERSON_ROLE =
  /\b(?:ceo|cfo|coo|cto|chair(?:s|ed|man|woman|person)?|president|chief (?:\w+ ){1,3}officer|secretary|director|treasurer|general counsel|founder)\b/i;

const AREA = /\bsq(?:uare)?\.? ?(?:ft|feet|foot|m|met)|\b(?:floor|office|warehouse|retail) ?space\b/i;
/** "What is the yard called?", "the name of the fund". */
const NAMED =
  /^what(?:['’]s| is| was| are| were)? .*\b(?:called|named)\b|^what(?:['’]s| is| was| are| were) the names?\b/i;

interface Reading {
  operation: Operation;
  expects: Expected;
}

/**
 * The clause that asks, where a topic is named before it: "Deposits: what share is insured?" It begins with the word
 * that asks: what is left or meant "when he left" is not a date.
 */
function askingClause(question: string): string {
  const clauses = question.split(/[:;–—]\s+|\s-\s/);
  const clause = (clauses.find((one) => ASKS.test(one) || VERDICT.test(one.trim())) ?? question).trim();
  return VERDICT.test(clause) ? clause : clause.slice(ASKS.exec(clause)?.index ?? 0);
}

const ASKS = /\b(?:what|who(?:m|se)?|which|when|where|why|how)\b/i;

const value = (expects: Expected): Reading => ({ operation: "value", expects });
const name = (expects: Expected): Reading => ({ operation: "name", expects });
const EXPLANATION: Reading = { operation: "summary", expects: "explanation" };

interface Rule {
  /** What the whole question must have, and what the clause that asks. */
  question?: RegExp;
  clause?: RegExp;
  /** Neither may be in the clause. */
  not?: RegExp;
  reading: Reading;
}

/** The first rule that holds says what is asked for. */
const RULES: readonly Rule[] = [
  { question: CHANGE, reading: { operation: "change", expects: "explanation" } },
  { clause: VERDICT, not: /\bor\b/i, reading: { operation: "verdict", expects: "yes_no" } },
  { question: /\bhow many\b|\bnumber of\b|\bcount\b|\bheadcount\b/i, reading: value("count") },
  { clause: /^who(?:'s|se|m)?\b/i, question: PERSON_ROLE, reading: name("person") },
  { clause: /^who(?:'s|se|m)?\b/i, reading: name("anybody") },
  {
    clause: /^when\b|^(?:what|which) (?:date|year|month|day)\b/i,
    reading: { operation: "when", expects: "date" },
  },
  {
    clause: /^where\b|^(?:which|what) (?:\w+ )?(?:country|city|state|town|province|place)\b/i,
    reading: name("place"),
  },
  { clause: NAMED, reading: name("organisation") },
  {
    question:
      /(?<!\d\s?)%|\bpercent(?:age)?\b|\bproportion\b|\b(?:share|stake|portion|fraction) (?:of|in)\b|\bweight(?:ing)? (?:in|of)\b/i,
    not: /^which\b|^how much\b/i,
    reading: value("percent"),
  },
  { clause: SUMMARY, reading: EXPLANATION },
  { clause: /^which (?:director|executive|person|officer)\b/i, reading: name("person") },
  { clause: /^which\b/i, reading: name("organisation") },
  {
    clause: /\b(?:rate|ratio|margin|yield|coupon|growth)\b/i,
    not: /\bper (?:day|share|unit)\b|\bcosts?\b/i,
    reading: value("percent"),
  },
  { question: AREA, reading: value("number") },
  { clause: /^(?:what|how) (?:are|do|does|can)\b/i, not: /\bhow much\b/i, reading: EXPLANATION },
];

function readOperation(question: string): Reading {
  const asking = askingClause(question);
  const rule = RULES.find(
    ({ question: whole, clause, not }) =>
      (whole?.test(question) ?? true) && (clause?.test(asking) ?? true) && !(not?.test(asking) ?? false),
  );
  return rule?.reading ?? value("money");
}

function readYears(question: string): number[] {
  const years = question.matchAll(
    /\b(?:FY|CY|YE)\s?['’]?(?:20)?(\d{2})\b|\b20(\d{2})\b|\b(?:end|\/)\s?['’]?(\d{2})\b/gi,
  );
  return [...new Set(Array.from(years, ([, fiscal, full, short]) => 2000 + Number(fiscal ?? full ?? short)))];
}

function readCounted(question: string): string[] {
  if (AREA.test(question)) return [rootOf("square"), rootOf("sq")];
  const found = /\b(?:how many|number of)\s+((?:[\p{L}-]+\s*){1,4})/iu.exec(question)?.[1] ?? "";
  const words = found.split(/\s+/).filter((word) => word !== "");
  const stop = words.findIndex((word) =>
    /^(?:of|did|does|do|were|was|are|is|has|have|in|at|on|the|can|will)$/i.test(word),
  );
  const phrase = stop < 0 ? words : words.slice(0, stop);
  const noun = phrase.at(-1);
  if (noun !== undefined) return wordings(noun);
  const [, before] = /\b([\p{L}]+) count\b/iu.exec(question) ?? [];
  if (before !== undefined) return wordings(before);
  return /\bheadcount\b/i.test(question) ? wordings("employees") : [];
}

/** The roots of a single word and of the single words that mean the same. */
export function wordings(word: string): string[] {
  const root = rootOf(word);
  const others = findMeaning([root], 0).others.filter(({ roots }) => roots.length === 1);
  return [root, ...others.flatMap(({ roots }) => roots)];
}

/** For a question after a change: what changed is looked for, not the word for changing. */
const CHANGING = new Set(
  "move change changes changed reduction reductions increases decreases improvement rise rose fall fell grow grew increase decrease drop decline up down higher lower bigger smaller more less go come went drive drove driver cause caused reason reasons vs versus dropped shrink widen worsen expand contract".split(
    " ",
  ),
);

function readTerms(question: string, operation: Operation, isName: NameFinder): RequestTerm[] {
  const plain = question.replace(/['’]s\b/g, "");
  const tokens = tokensOf(plain).filter(({ text }) => {
    const lower = text.toLowerCase();
    if ((operation === "change" || operation === "verdict") && CHANGING.has(lower)) return false;
    return !ASKING.has(lower) && !isStopWord(lower) && !isDate(lower) && isName(text) !== "known";
  });
  const roots = tokens.map(({ root }) => root);
  const asides = Array.from(
    plain.matchAll(/\([^)]*\)/g),
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
