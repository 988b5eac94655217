import { findConcept, findMeasure } from "../figures/lexicon.ts";
import { asksForFacts } from "./company-facts.ts";
import { findFigure, findMargins } from "./find-figure.ts";
import { asksForDecision, withoutLimit } from "./limits.ts";
import { withoutRange } from "./list-range.ts";
import { findMentions } from "./naming/find-mentions.ts";
import { readCriteria, type ScreenCriteria } from "./screen-criteria.ts";
import { isStatementFigure } from "./stored-figures.ts";

export type Shape =
  | "figure"
  | "comparison"
  | "news"
  | "reports"
  | "screen"
  | "ranking"
  | "price"
  | "market_cap"
  | "opinion"
  | "unclear";

/** A general question, parsed from its words alone. */
export interface ChatRequest {
  shape: Shape;
  question: string;
  /** The names in the question: those of the companies it is about, or all that may be names. */
  names: readonly string[];
  /** The figure in question, as people call it; null when none is named. */
  figure: string | null;
  /** Its id in the dictionary. */
  figureId: string | null;
  /** Whether it is asked for as a whole: not of a segment, and nothing else with it. */
  isWhole: boolean;
  /** Further figures asked for in the same way. */
  others: readonly string[];
  /** A margin is asked for, and not which one. */
  isAnyMargin: boolean;
  /** Whether the question is for the change of the figure over a year. */
  isChange: boolean;
  /** Whether the question is for the reason of a change, which only a report gives. */
  isReason: boolean;
  criteria: ScreenCriteria | null;
}

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
    String.raw`\b(?:what|where|how (?:much|high|low)) will\b[^?]*\b(?:price|shares?|stock)\b`,
    String.raw`\bprices?\b[^?]*\b(?:tomorrow|next (?:week|month|quarter|year)|in the future)\b`,
  ].join("|"),
  "i",
);
const MARKET_CAP = /\bmarket (?:cap\b|capitali[sz]ation)/i;
const PRICE = new RegExp(
  String.raw`\b(?:(?:share|stock|closing|opening) price|price of (?:the )?(?:share|stock)|price per share` +
    String.raw`|quote for|trad(?:es?|ing|ed) at|what d(?:oes|id) a share|price of)\b` +
    String.raw`|\bprices?\b` +
    String.raw`|\b(?:shares?|stock)(?:['’]s)? (?:perform|develop|return|gain|mov|do\b|done\b|rise|risen` +
    "|fall)",
  "i",
);
const SCREEN = /\b(?:companies|firms|stocks|corporations|businesses)\b/i;
const LISTING =
  /\b(?:list|show|which|what|find|give|any|all|latest|newest|recent|available|have|when (?:was|were|did))\b/i;
/** "Reports from 2024", "annual reports published in May". */
const BEGINS_WITH_REPORTS = /^\W*(?:\p{L}+[- ]){0,3}(?:reports|filings|documents)\b/iu;
const REPORTS =
  /\b(?:reports|latest report|newest report|filings|documents|annual report|report is|reports are|prospectus(?:es)?)\b/i;
const COMPARISON =
  /\b(?:compare[ds]?|comparison|versus|vs\.?|than|higher|lower|larger|bigger|smaller|more|which (?:company|of|one|had|has))\b/i;

/** Growth of a figure, or whether it rose or fell. */
const CHANGE =
  /\b(?:grow(?:s|n|th|ing)?|grew|chang(?:e|ed|es)|increas(?:e|ed|es)|decreas(?:e|ed|es)|ris(?:e|en|es)|rose|fall(?:en|s)?|fell|declin(?:e|ed|es)|improv(?:e|ed|es))\b/i;

const REASON =
  /\bwhy\b|\breasons?\b|\b(?:what|which factors?) (?:caused|drove|explain(?:s|ed)|led to|was behind)\b/i;

/** `names` are those of the companies a question is about; without them, all that may be names. */
export function readRequest(
  question: string,
  names: readonly string[] = findMentions(question).map(({ text }) => text),
): ChatRequest {
  const decided = asksForDecision(question) ? withoutLimit(question) : question;
  const margins = findMargins(withoutRange(question), names);
  const found = margins ?? findFigure(withoutRange(decided), names);
  const figureId = found?.id ?? null;
  const figure = figureId === null ? null : figureName(figureId);
  const request = {
    question,
    names,
    figure,
    figureId,
    isWhole: found?.isWhole ?? false,
    others: found?.others.every(isStatementFigure) ? found.others : [],
    isAnyMargin: margins !== null,
    isChange: figureId !== null && CHANGE.test(question),
    isReason: REASON.test(question),
    criteria: null,
  };
  if (isRanking(question, names, figureId))
    return { ...request, shape: "ranking", criteria: readCriteria(withoutLimit(question)) };
  const criteria = criteriaIn(question, names, figure);
  if (criteria) return { ...request, shape: "screen", names: [], criteria };
  return { ...request, shape: shapeOf(question, names, figure) };
}

const RANKING =
  /\b(?:which|what|who|top|rank(?:ed|ing)?|list|show|best|worst|highest|lowest|largest|biggest|smallest|most|least)\b/i;
const OF_ALL =
  /\b(?:companies|company|firms|firm|corporations|businesses|top \d+|rank|who (?:has|had|made|earns?|earned|grew|grows)|top)\b/i;

/** One company that the question does not name: "What is the company's revenue?" */
const THE_COMPANY = /\bthe (?:company|firm|group|business)(?:['’]s\b|(?=\W*$))/gi;

/** "Companies with a net margin above 10%", "software companies in Germany". */
const BEGINS_WITH_COMPANIES = /^\W*(?:[\p{L}&-]+\s+){0,3}(?:companies|firms|stocks)\b/iu;

/** Of which nothing but the figure and its limit is said: a dividend yield is no dividend. */
function limitsFigure(question: string): boolean {
  const found = findFigure(withoutLimit(question.replace(BEGINS_WITH_COMPANIES, " ")), []);
  return found?.isWhole === true && isStatementFigure(found.id);
}

/** A figure of all companies: "Top 3 by net margin", "Which companies made a loss?" */
function isRanking(question: string, names: readonly string[], figureId: string | null): boolean {
  if (names.length > 0 || figureId === null || OPINION.test(question) || NEWS.test(question)) return false;
  const isList = RANKING.test(question) || (BEGINS_WITH_COMPANIES.test(question) && limitsFigure(question));
  return isList && OF_ALL.test(question.replace(THE_COMPANY, " ")) && !MARKET_CAP.test(question);
}

function criteriaIn(
  question: string,
  names: readonly string[],
  figure: string | null,
): ScreenCriteria | null {
  if (OPINION.test(question) || NEWS.test(question) || !asksForCompanies(question)) return null;
  return names.length > 0 && figure ? null : readCriteria(question);
}

function shapeOf(question: string, names: readonly string[], figure: string | null): Shape {
  if (OPINION.test(question)) return "opinion";
  if (NEWS.test(question)) return "news";
  const isList = LISTING.test(question) || BEGINS_WITH_REPORTS.test(question);
  const wantsReports = REPORTS.test(question) && isList && isListOfReports(question);
  if (names.length === 0) return wantsReports && !figure ? "reports" : "unclear";
  if (MARKET_CAP.test(question)) return "market_cap";
  const own = figure ? null : shapeWithoutFigure(question, wantsReports);
  return own ?? (names.length > 1 && (COMPARISON.test(question) || figure) ? "comparison" : "figure");
}

function shapeWithoutFigure(question: string, wantsReports: boolean): Shape | null {
  if (asksForFacts(question)) return "screen";
  if (PRICE.test(question)) return "price";
  return wantsReports ? "reports" : null;
}

/** "List companies …", or implicitly "the five largest banks in …". */
function asksForCompanies(question: string): boolean {
  const bySize = /\b(?:top|largest|biggest|smallest)\b/i.test(question);
  if (SCREEN.test(question)) return bySize || LISTING.test(question) || BEGINS_WITH_COMPANIES.test(question);
  if (!bySize) return false;
  if (MARKET_CAP.test(question)) return true;
  const { sector, unread } = readCriteria(question);
  return sector !== undefined && unread.length === 0;
}

/** "What reports are there", not "what does the report say". */
function isListOfReports(question: string): boolean {
  return !/\b(?:say|says|said|state|states|describe|explain|according)\b/i.test(question);
}

const INITIALS = /\b(?:ebitda|ebit|eps|roe|roa|roce|roic)\b/g;

export function figureName(id: string): string {
  const name = findMeasure(id)?.names[0] ?? findConcept(id)?.names[0] ?? id.replaceAll("_", " ");
  return name.replace(INITIALS, (initials) => initials.toUpperCase());
}
