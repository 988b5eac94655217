import { findConcept, findMeasure } from "../figures/lexicon.ts";
import { inPlainWords } from "../figures/plain-words.ts";
import { findPeriods } from "../figures/question-periods.ts";
import { mentionedFigures } from "../figures/supporting-figures.ts";
import { isFinanceWord } from "../report-names.ts";
import { isStopWord } from "../text/terms.ts";
import { readCriteria, type ScreenCriteria } from "./screen-criteria.ts";

export type Shape =
  | "figure"
  | "comparison"
  | "news"
  | "reports"
  | "screen"
  | "price"
  | "market_cap"
  | "opinion"
  | "unclear";

/** A general question, parsed from its words alone. */
export interface ChatRequest {
  shape: Shape;
  question: string;
  /** Possible company names; the look-up decides. */
  names: string[];
  /** The figure in question, phrased as a question to a report; null when none is named. */
  figure: string | null;
  criteria: ScreenCriteria | null;
}

const NAMES_MAX = 5;
const NEWS =
  /\b(?:news|headlines?|articles?|press coverage|what(?:'s| is| has)? (?:happened|happening|going on|new (?:with|at|about|from|on)))\b/i;
/** Questions no source can answer: what a share will do, and what the caller should do with it. */
const OPINION = new RegExp(
  [
    String.raw`\b(?:should (?:i|we|one)|would you) (?:buy|sell|hold|invest|own|short)`,
    String.raw`\b(?:good|safe|worth) (?:a )?(?:buy\b|buying|investment|investing|stock to)`,
    String.raw`\b(?:under|over)valued\b|\bprice target`,
    String.raw`\b(?:predict|forecast)\w*\b.*\b(?:price|share|stock)s?\b`,
    String.raw`\bwill\b[^?]*\b(?:price|shares?|stock)\b[^?]*\b(?:go|rise|fall|climb|drop|gain|lose|worth|reach|outperform|crash|recover|double)\b`,
  ].join("|"),
  "i",
);
const MARKET_CAP = /\bmarket (?:cap\b|capitali[sz]ation)/i;
const PRICE =
  /\b(?:(?:share|stock|closing|opening) price|price of (?:the )?(?:share|stock)|price per share|quote for|trad(?:es?|ing|ed) at|what does a share|price of)\b|\bprices?\b|\b(?:shares?|stock)(?:['’]s)? (?:perform|develop|return|gain|mov|do\b|done\b|rise|risen|fall)/i;
const SCREEN = /\b(?:companies|firms|stocks|corporations|businesses)\b/i;
const LISTING = /\b(?:list|show|which|what|find|give|any|all|latest|newest|recent|available|have)\b/i;
const REPORTS = /\b(?:reports|filings|documents|annual report|report is|reports are|prospectus(?:es)?)\b/i;
const COMPARISON =
  /\b(?:compare[ds]?|comparison|versus|vs\.?|than|higher|lower|larger|bigger|smaller|more|which (?:company|of|one|had|has))\b/i;

export function readRequest(question: string): ChatRequest {
  const names = findNameCandidates(question);
  const figure = figureIn(question, names);
  const criteria = criteriaIn(question, names, figure);
  if (criteria) return { shape: "screen", question, names: [], figure, criteria };
  return { shape: shapeOf(question, names, figure), question, names, figure, criteria: null };
}

function criteriaIn(
  question: string,
  names: readonly string[],
  figure: string | null,
): ScreenCriteria | null {
  if (OPINION.test(question) || NEWS.test(question) || !asksForCompanies(question)) return null;
  return names.length > 1 && figure ? null : readCriteria(question);
}

function shapeOf(question: string, names: readonly string[], figure: string | null): Shape {
  if (OPINION.test(question)) return "opinion";
  if (NEWS.test(question)) return "news";
  const wantsReports = REPORTS.test(question) && LISTING.test(question) && isListOfReports(question);
  if (names.length === 0) return wantsReports && !figure ? "reports" : "unclear";
  if (MARKET_CAP.test(question)) return "market_cap";
  if (PRICE.test(question) && !figure) return "price";
  if (wantsReports && !figure) return "reports";
  return names.length > 1 && (COMPARISON.test(question) || figure) ? "comparison" : "figure";
}

/** "List companies …", or implicitly "the five largest banks in …". */
function asksForCompanies(question: string): boolean {
  const bySize = /\b(?:top|largest|biggest|smallest)\b/i.test(question);
  if (SCREEN.test(question))
    return bySize || LISTING.test(question) || /^\W*(?:companies|firms|stocks)\b/i.test(question);
  if (!bySize) return false;
  const { sector, unread } = readCriteria(question);
  return sector !== undefined && unread.length === 0;
}

/** "What reports are there", not "what does the report say". */
function isListOfReports(question: string): boolean {
  return !/\b(?:say|says|said|state|states|describe|explain|according)\b/i.test(question);
}

function figureIn(question: string, names: readonly string[]): string | null {
  const bare = names.reduce((text, name) => text.replaceAll(name, " "), inPlainWords(question));
  const [id] = mentionedFigures(bare);
  if (id === undefined) return null;
  return findMeasure(id)?.names[0] ?? findConcept(id)?.names[0] ?? null;
}

const NOT_NAMES = new Set(
  (
    "what which who whom whose when where why how is are was were do does did has have had will would can could should " +
    "compare show list find give tell name please the a an and or of in on for to from with by at as it its their them " +
    "fy q1 q2 q3 q4 h1 h2 ceo cfo us usd eur gbp jpy january february march april may june july august september october " +
    "november december latest newest recent company companies report reports news price prices share shares stock stocks " +
    "annual quarterly fiscal year years quarter figure figures between versus vs than more most highest lowest higher " +
    "lower larger smaller bigger summarise summarize explain describe answer question i me my we you million billion"
  ).split(" "),
);
const JOINTS = new Set(["&", "of", "de", "du", "la", "le", "und", "y"]);
const WORD = /[\p{L}\p{N}][\p{L}\p{N}.'’-]*|&/gu;
const LOWER_LETTERS_MIN = 4;

interface Word {
  text: string;
  start: number;
  end: number;
}

/**
 * Runs of capitalised words that could be a company name; in a question without capitals, all words without another
 * meaning.
 */
function findNameCandidates(question: string): string[] {
  const quoted = [...question.matchAll(/["“]([^"”]{2,60})["”]/g)].map(([, name = ""]) => name);
  const words = [...question.matchAll(WORD)].map((match) => ({
    text: match[0].replace(/[.'’-]+$/, ""),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const periods = findPeriods(question);
  const free = (word: Word) => !periods.some(({ start, end }) => word.start < end && word.end > start);
  const capital = runsOf(words, question, (word) => free(word) && isCapital(word.text));
  const found = [...quoted, ...capital];
  const lower =
    found.length > 0 ? [] : runsOf(words, question, (word) => free(word) && isUncommon(word.text));
  return [...new Set([...found, ...lower])].slice(0, NAMES_MAX);
}

function isCapital(text: string): boolean {
  return (
    (/^\p{Lu}/u.test(text) || /^\d+\p{Lu}/u.test(text)) &&
    !NOT_NAMES.has(text.replace(/['’]s$/, "").toLowerCase())
  );
}

function isUncommon(text: string): boolean {
  const lower = text.toLowerCase();
  return (
    lower.length >= LOWER_LETTERS_MIN &&
    /^\p{L}/u.test(lower) &&
    !NOT_NAMES.has(lower) &&
    !isStopWord(lower) &&
    !isFinanceWord(lower)
  );
}

function runsOf(words: readonly Word[], question: string, isPart: (word: Word) => boolean): string[] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  const close = () => {
    while (run.length > 0 && JOINTS.has(run.at(-1)?.text.toLowerCase() ?? "")) run.pop();
    // "Revenue" alone is not a name, "General Mills" is.
    if (run.some(({ text }) => !isFinanceWord(text.replace(/['’]s$/, "")))) runs.push(run);
    run = [];
  };
  for (const word of words) {
    const before = run.at(-1);
    const apart = before !== undefined && /[,;:?!()]/.test(question.slice(before.end, word.start));
    if (apart || (before && /['’]s$/.test(before.text))) close();
    if (isPart(word)) run.push(word);
    else if (run.length > 0 && JOINTS.has(word.text.toLowerCase())) run.push(word);
    else close();
  }
  close();
  return runs.map((parts) =>
    question
      .slice(parts[0]?.start, parts.at(-1)?.end)
      .replace(/['’]s$/, "")
      .replace(/[.,'’-]+$/, ""),
  );
}
