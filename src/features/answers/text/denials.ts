/** What an exception leaves open: "no customer other than Acme". */
const EXCEPTION =
  /\b(?:other than|no other|except(?:ing)?(?: for)?|apart from|aside from|with the exception of|excluding|besides)\b/i;
/** What is denied is a view, a duty, a promise or the wording of a document, and nothing that was or was not. */
const STANCE = new RegExp(
  String.raw`\b(?:not|no|nor|never|cannot)\s+(?:(?!and\b|but\b|or\b)[\p{L}-]+\s+){0,2}?` +
    "(?:guarantee[sd]?|assur(?:e|ance)s?|obligat(?:e[sd]?|ions?)|necessarily|express(?:ing)?|alter(?:ing)?" +
    String.raw`|prevent|predict|purport|relieve[sd]?|provid(?:e|ing) (?:a )?separate)\b|\bexpress(?:es|ed)? no\b`,
  "iu",
);
const EXPECTED =
  /\b(?:not|no|nor|never)\s+(?:(?:currently|present(?:ly)?|now|yet)\s+)?(?:expect|anticipate|intend|plan|believe|intention|plans)\b/i;
/** What may be done some day, and was perhaps not. */
const OPTIONAL = new RegExp(
  String.raw`\b(?:any (?:determination|decision|future)|at (?:the|its|our|their) (?:sole )?discretion|will depend (?:up)?on` +
    String.raw`|authori[sz](?:ed|es|ing)|approv(?:ed|es|ing) (?:an?|the) [^.]{0,40}(?:program(?:me)?|plan))\b`,
  "i",
);
const PAST = /^(?:did|was|were|has|have|had)\b/i;
const NEGATED = /\b(?:not|no|never|none|neither|nor|cannot|nil|negative)\b/gi;

/** What perhaps is not, and what is no denial at all. */
const UNSURE = /\b(?:(?:may|might|could|would|should) not|not to exceed|not more than|no later than)\b/i;
/** What somebody has to do, which says nothing of how it was done. */
const DUTY = /\b(?:is|are) responsible for\b|\bresponsibilit(?:y|ies) (?:is|are|includes?)\b/i;
/** What somebody says in a court. */
const ALLEGED = /\balleg(?:e[sd]?|ing|edly|ations?)\b/i;
/** What is feared. */
const FEARED = /\b(?:risks? (?:is|are|of|that)|potential|possib(?:le|ility|ilities))\b/i;

/** What was looked into, without what was found. */
const EXAMINED = [
  /\b(?:perform|conduct|requir|appl)\p{L}*\b[^.]*\b(?:test(?:s|ing)?|assess(?:ed|ments?)|reviews?)\b/iu,
  /\b(?:assess|test|review|evaluat|examin)(?:ed|ing)\b(?: [\w,]+){0,3} for\b/iu,
  /\btest(?:s|ing)?\b[^.]*\b(?:is|are) (?:done|performed|conducted|carried out)\b/iu,
  /\b(?:evaluat|assess|test|review|examin)(?:ed|es?|ing)\b[^.]*\b(?:effectiveness|adequacy|compliance|whether)\b/iu,
];
const FOUND = /\b(?:conclu|found|determined|believe|opinion|was|were)/i;
/** What was done over several years says of none of them that it was done then. */
const EARLIER = /\b(?:accumulated|in the past)\b/i;
const SO_FAR = /\b(?:to date|so far|since (?:inception|then|(?:19|20)\d\d)|cumulative(?:ly)?)\b/i;
/** What would be if something else were. */
const CONDITIONAL = /\b(?:if|unless|in the event)\b[^.]*\b(?:could|may|might|would)\b/i;
const LATER = /\b(?:if|could|may|might|would|will|can)\b/i;
const YEAR = /\b(?:19|20)\d\d\b/;

/** Whether a sentence affirms nothing: only what may be or would be, what was looked into, or what was done at some time. */
export function affirmsNothing(question: string, text: string): boolean {
  if (PAST.test(question) && OPTIONAL.test(text) && !OPTIONAL.test(question)) return true;
  if (CONDITIONAL.test(text) && !LATER.test(question)) return true;
  if (YEAR.test(question) && SO_FAR.test(text)) return true;
  if (EARLIER.test(text) && !EARLIER.test(question)) return true;
  if (FEARED.test(text) && !FEARED.test(question) && !LATER.test(question)) return true;
  return isUndecided(question, text);
}

/** Only what somebody has to do or says in a court, or what was looked into. */
const isUndecided = (question: string, text: string) =>
  [DUTY, ALLEGED].some((words) => words.test(text) && !words.test(question)) ||
  (EXAMINED.some((pattern) => pattern.test(text)) && !FOUND.test(text));

/** Whether what a sentence denies leaves open what is asked: it names an exception, or denies only what might be or is owed. */
export function leavesOpen(question: string, text: string): boolean {
  if (EXCEPTION.test(text) && !EXCEPTION.test(question)) return true;
  const negations = text.match(NEGATED)?.length ?? 0;
  if (isUndecided(question, text)) return true;
  const stances = [STANCE, UNSURE, ...(PAST.test(question) ? [EXPECTED] : [])];
  return negations <= stances.filter((stance) => stance.test(text) && !stance.test(question)).length;
}
