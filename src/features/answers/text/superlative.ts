/** What is to be compared, and which end of it is asked for. */
export interface Superlative {
  /** The highest value, or the lowest. */
  wants: "highest" | "lowest";
  /** Levels, or changes from the period before: as amounts, or in percent. */
  of: "level" | "change" | "percent_change";
  /** Whether shares of a total are compared instead of amounts. */
  shares: boolean;
  /** Whether somebody is asked for, a person or a company. */
  person: boolean;
  /** Whether the answer is a period: "in which of the last five years". */
  over: "members" | "periods";
  /** The question without its superlative and the words for the kind of thing that is asked for. */
  rest: string;
  /** The two things to choose from, where the question names them. */
  choices: [string, string] | null;
}

const HIGH =
  "most|largest|biggest|highest|greatest|best|top|fastest|quickest|strongest|faster|larger|bigger|higher|more|stronger";
const LOW = "least|smallest|lowest|fewest|worst|slowest|weakest|slower|smaller|lower|less|fewer|weaker";
const EXTREME = new RegExp(`\\b(?:the )?(${HIGH}|${LOW})\\b`, "i");
const ASKS = new RegExp(
  `\\b(?:which|who|what (?:segment|region|country|product|year|business|category|division|type|line|market|brand|customer|quarter))\\b|^(?:${HIGH}|${LOW})\\b|\\bwhat(?:'s| is| was| are| were) (?:[\\p{L}'’]+ ){0,3}(?:single )?(?:${HIGH}|${LOW}) (?:[\\p{L}-]+ ){0,2}(?:segment|region|country|market|customer|tenant|holding|position|investment|shareholder|product|brand|category|line|item|component|source|expense|supplier|asset|division|unit|business)\\b`,
  "iu",
);
const ROSE = /\b(?:gr[eo]w(?:n|th|ing)?|ris(?:e|en|ing)|rose|increas\w+|gain\w*|improv\w+|expand\w+)\b/i;
const FELL =
  /\b(?:f[ae]ll(?:en|ing)?|drop\w*|declin\w+|decreas\w+|shr[aiu]nk\w*|contract(?:ed|ion)|hit|loss of|worsen\w*|deteriorat\w+)\b/i;
const RELATIVE = /%|\bpercent|\bfast|\bslow|\bquick|\brate\b|\brelative/i;
const PERIOD =
  /\b(?:which|what) (?:\w+ )?(?:year|quarter|half|month)s?\b|\bwhich of (?:the )?(?:last|past|\w+) (?:\w+ )?(?:years?|year-ends|quarters)\b|\bwhich of (?:19|20)\d\d\b/i;
const SHARE = /\b(?:share|proportion|percentage|%) of\b|\bmix\b/i;
const EITHER =
  /(?:[,:]|\b(?:did|does|do|is|was|were|are|has|have)\b)\s*(?:the )?([^,:?]{2,40}?) or (?:the )?([\p{L}&'’-]{2,20})/iu;

/** "Of the last five years" and "the key management" say among what, not what. */
const FILLER =
  /\b(?:of|in|among|over|out of)?\s*(?:the )?(?:last|past|previous) (?:two|three|four|five|six|ten|\d+) (?:fiscal |financial )?(?:years?|year-ends|quarters)\b|\b(?:brought in|bring in|holds?|took|take|has|had|have|accounts? for|contribut\w+|generat\w+|made|makes?|saw|see)\b/gi;

/** Null where a question does not ask which of several is the highest or lowest. */
export function readSuperlative(question: string): Superlative | null {
  const extreme = EXTREME.exec(question)?.[1]?.toLowerCase();
  if (extreme === undefined) return null;
  const either = EITHER.exec(question);
  const comparative = /(?:er|more|less)$/.test(extreme);
  const asks = ASKS.test(question) && !comparative;
  if (!asks && !(either && comparative)) return null;
  const low = new RegExp(`^(?:${LOW})$`).test(extreme);
  const [rose, fell] = [ROSE.test(question), FELL.test(question)];
  const changes = rose || fell;
  return {
    // What fell the least has the highest change.
    wants: fell !== low ? "lowest" : "highest",
    of: !changes ? "level" : RELATIVE.test(question) ? "percent_change" : "change",
    shares: SHARE.test(question),
    person: /\bwho\b/i.test(question),
    over: PERIOD.test(question) ? "periods" : "members",
    rest: question.replace(EXTREME, " ").replace(FILLER, " ").replace(ROSE, " ").replace(FELL, " "),
    choices: either?.[1] && either[2] && comparative ? [either[1].trim(), either[2].trim()] : null,
  };
}
