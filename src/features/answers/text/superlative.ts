/** What is to be compared, and which end of it is asked for. */
export interface Superlative {
  /** The highest value, or the lowest. */
  wants: "highest" | "lowest";
  /** Levels, or changes from the period before: as amounts, or in percent. */
  of: "level" | "change" | "percent_change";
  /** Which sign a change must have: what fell the most has fallen; null where levels or the slowest are asked for. */
  direction: 1 | -1 | null;
  /** Whether shares of a total are compared instead of amounts. */
  shares: boolean;
  /** Whether somebody is asked for, a person or a company. */
  person: boolean;
  /** Whether something that came or went is compared, and not what is there: "who bought the most shares". */
  moved: boolean;
  /** Whether the answer is a period: "in which of the last five years". */
  over: "members" | "periods";
  /** How many of the newest periods are compared, where the question says so. */
  periods: number | null;
  /** The question without its superlative and the words for the kind of thing that is asked for. */
  rest: string;
  /** What the members are called: "loan type" in "which loan type grew the fastest". */
  called: string;
  /** Whether one of several is asked for in so many words; "the highest price" may be an amount that is written out. */
  asksMember: boolean;
  /** Whether it only may be asked for, by no word for what the members are. */
  isLoose: boolean;
  /** The two things to choose from, where the question names them. */
  choices: [string, string] | null;
}

const HIGH =
  "most|largest|biggest|highest|greatest|best|top|fastest|quickest|strongest|widest|longest|richest|deepest" +
  "|heaviest|tallest|oldest|broadest|bulk|tops|faster|larger|bigger|higher|more|stronger";
const LOW =
  "least|smallest|lowest|fewest|worst|slowest|weakest|shortest|cheapest|youngest|narrowest" +
  "|slower|smaller|lower|less|fewer|weaker";
const EXTREME = new RegExp(`\\b(?:the )?(${HIGH}|${LOW})\\b`, "i");
/** What is large or small is a thing; what is high or low may be an amount. */
const SIZE = "largest|biggest|greatest|smallest";
const THING =
  "segment|region|country|market|customer|tenant|holding|position|investment|shareholder|product|line|item" +
  "|source|asset|division|unit|business|sector|property|fund|cost|expense|area|subsidiary|class|type|category";
const ASKS = new RegExp(
  String.raw`\b(?:which|who|where|what (?:year|quarter|${THING}))\b|^(?:${HIGH}|${LOW})\b` +
    String.raw`|\bwhat(?:['’]s| is| was| are| were) (?:[\p{L}'’]+ ){0,3}(?:single )?(?:(?:${SIZE}) (?!amounts?\b|sums?\b` +
    String.raw`|numbers?\b|values?\b)[\p{L}-]|(?:${HIGH}|${LOW}) (?:[\p{L}-]+ ){0,2}(?:${THING})\b)`,
  "iu",
);
const ROSE =
  /\b(?:gr[eo]w(?:n|th|ing)?|ris(?:e|en|ing)|rose|increas\w+|gain\w*|added|improv\w+|expand\w+)\b/i;
const FELL =
  /\b(?:f[ae]ll(?:en|ing|s)?(?! due)|lost|drop\w*|declin\w+|decreas\w+|shr[aiu]nk\w*|contract(?:ed|ion)|hit|loss of|worsen\w*|deteriorat\w+)\b/i;
const RELATIVE = /%|\bpercent|\bgrowth\b|\bfast|\bslow|\bquick|\brate\b|\brelative/i;
const PERIOD =
  /\b(?:which|what) (?:\w+ )?(?:year|quarter|half|month)s?\b|\bwhich of (?:the )?(?:last|past|\w+) (?:\w+ )?(?:years?|year-ends|quarters)\b|\bwhich of (?:19|20)\d\d\b/i;
const SHARE = /\b(?:share|proportion|percentage|%) of\b|\bmix\b/i;
const EITHER =
  /(?:[,:]|\b(?:did|does|do|is|was|were|are|has|have)\b)\s*(?:the )?([^,:?]{2,40}?) or (?:the )?([\p{L}&'’-]{2,20})/iu;

/** "Of the last five years" and "the key management" say among what, not what. */
const FILLER = new RegExp(
  String.raw`\b(?:of|in|among|over|out of)?\s*(?:the )?(?:last|past|previous) (?:two|three|four|five|six` +
    String.raw`|ten|\d+) (?:fiscal |financial )?(?:years?|year-ends|quarters)\b` +
    String.raw`|\b(?:years|quarters|year-ends|brought in|brings? in|holds?|held|took|takes?|has|had|have|account(?:s|ed)? for` +
    String.raw`|contribut(?:es?|ed)|generat\w+|made|makes?|saw|see|sees|earn(?:s|ed)?|pa(?:ys|id)|employs?` +
    "|record(?:s|ed)|report(?:s|ed)|shows?|posts?|posted|deliver(?:s|ed)|booked|bought" +
    "|carr(?:y|ies|ied)|in (?:(?:dollar|absolute|percentage|percent) terms|dollars?|percent)" +
    String.raw`|single|piece|(?:part|portion) of|dollars?|owns?|owned|among)\b`,
  "gi",
);

/** What an adjective compares. */
const COMPARED: readonly [RegExp, string][] = [
  [
    /\b(?:highest|best|lowest|worst|most|least|top)[ -]?paid\b|\b(?:earned|paid) the (?:most|least)\b/i,
    "remuneration",
  ],
  [/\b(?:most|least) profitable\b/i, "profit"],
  [/\b(?:best|top|worst)[ -]selling\b/i, "sales"],
  [/\b(?:stakes?|slices?)\b/i, "shares"],
  [/\b(?:is|are|was|were) worth the (?:most|least)\b|\b(?:most|least) valuable\b/i, "value"],
];

const PERSON = /\bwho\b|\b(?:highest|best|lowest|worst|most|least|top)[ -]?paid\b/i;
/** What people and companies are called, whose names have capitals. */
const SOMEBODY =
  "(?:director|executive|officer|manager|member|(?:share|stock)?holder|owner|customer|supplier|lender|tenant)s?";
const ASKS_SOMEBODY = new RegExp(`\\b(?:${HIGH}|${LOW}) (?:[\\p{L}-]+ ){0,2}${SOMEBODY}\\b`, "iu");
const CALLS_SOMEBODY = new RegExp(`\\b${SOMEBODY}$`, "i");
const MOVED = /\b(?:bought|sold|acquired|disposed|purchased|received|exercised|granted)\b/i;

const NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** "The five years to June 2024": only the last of them is named. */
const YEARS_TO =
  /\b(two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) (?:fiscal |financial )?years (?:to|end(?:ed|ing)) (?:\p{L}+ )?(?:\d{1,2} )?(?:\p{L}+ )?(?:\d{1,2}, )?(?:19|20)\d\d\b/iu;

function readPeriods(question: string): number | null {
  const [, count] =
    /\b(?:last|past|previous) (\p{L}+|\d{1,2}) (?:\p{L}+ )?(?:years?|year-ends|quarters)\b/iu.exec(
      question,
    ) ??
    YEARS_TO.exec(question) ??
    [];
  if (count === undefined) return null;
  const number = /^\d/.test(count) ? Number(count) : NUMBERS.indexOf(count.toLowerCase()) + 2;
  return number >= 2 ? number : null;
}

const CALLED_END = new RegExp(
  `\\b(?:(?:has|had|have|is|was|are|were|did|does|do|by|of|in|among)\\b|${HIGH}|${LOW})|${FILLER.source}|${ROSE.source}|${FELL.source}`,
  "i",
);

/** The words between "which" and the verb, or after "the largest". */
function readCalled(question: string): string {
  const after = /\b(?:which|what)\s+(.*)$/i.exec(question)?.[1] ?? "";
  const end = CALLED_END.exec(after)?.index ?? after.length;
  return after.slice(0, end).trim();
}

function isPerson(question: string): boolean {
  return PERSON.test(question) || ASKS_SOMEBODY.test(question) || CALLS_SOMEBODY.test(readCalled(question));
}

/** Levels are compared, or changes: which of them, and which sign the one asked for must have. */
function readChange(question: string, low: boolean): Pick<Superlative, "wants" | "of" | "direction"> {
  const [rose, fell] = [ROSE.test(question), FELL.test(question)];
  // What fell the least has the highest change.
  const wants = fell !== low ? "lowest" : "highest";
  if (!rose && !fell) return { wants, of: "level", direction: null };
  const of = RELATIVE.test(question) ? "percent_change" : "change";
  return { wants, of, direction: low ? null : fell ? -1 : 1 };
}

/** Null where a question does not ask which of several is the highest or lowest. */
export function readSuperlative(question: string): Superlative | null {
  const extreme = EXTREME.exec(question)?.[1]?.toLowerCase();
  if (extreme === undefined) return null;
  const either = EITHER.exec(question);
  const comparative = /(?:er|more|less)$/.test(extreme);
  const asks = ASKS.test(question) && !comparative;
  const isLoose = !asks && !(either && comparative);
  if (isLoose && comparative && !(/\bwhich\b/i.test(question) && !/\bthan\b/i.test(question))) return null;
  const [adjective, measure] = COMPARED.find(([pattern]) => pattern.test(question)) ?? [];
  const measured = adjective ? question.replace(adjective, ` ${measure} `) : question;
  return {
    ...readChange(question, new RegExp(`^(?:${LOW})$`).test(extreme)),
    shares: SHARE.test(question),
    person: isPerson(question),
    moved: MOVED.test(question),
    over: PERIOD.test(question) ? "periods" : "members",
    periods: readPeriods(question),
    rest: measured
      .replace(EXTREME, " ")
      .replace(YEARS_TO, " ")
      .replace(FILLER, " ")
      .replace(ROSE, " ")
      .replace(FELL, " "),
    called: readCalled(question),
    isLoose,
    asksMember: !isLoose || isPerson(question),
    choices: either?.[1] && either[2] && comparative ? [either[1].trim(), either[2].trim()] : null,
  };
}
