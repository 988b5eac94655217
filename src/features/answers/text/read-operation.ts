/** What is to be done to answer. */
export type Operation = "value" | "name" | "when" | "verdict" | "change" | "summary" | "open";

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

const VERDICT =
  /^(?:did|does|do|is|are|was|were|has|have|had|can|will|would|could|should|must|may|might|any)\b/i;
/** "Up or down", "rise or fall": the direction is asked for, and no yes or no. */
const EITHER_WAY =
  /\b(?:up|rise|rose|grow|increase|higher|more|improve|better|wider) or (?:a )?(?:down|fall|fell|shrink|decrease|decline|drop|lower|less|fewer|worse|worsen|narrower)\b/i;
const CHANGE = new RegExp(
  String.raw`\bwhy\b|\breasons? (?:for|behind|why)\b|\bcauses? of\b` +
    String.raw`|\bhow (?:did|has|have|do|does) .+\b(?:move|change|develop|evolve|perform|compare)d?\b` +
    String.raw`|\bwhat (?:mainly )?(?:drove|moved|causes?|caused|changed|explains?|explained|happened to|led to|lifted` +
    "|pushed|pulled|boosted|raised|reduced|increased|lowered|hurt|helped|dragged|held back" +
    String.raw`|contributed to|offset|triggered|prompted|weighed on)\b|\band what for\b` +
    String.raw`|\bwhat(?:'s| is| was) (?:driving|behind)\b` +
    String.raw`|\bhow much (?:\w+ )?(?:higher|lower|up|down|more|less|bigger|smaller)\b` +
    String.raw`|\bhow (?:much|far) (?:did|has|have) .+\b(?:rise|rose|fall|fell|grow|grew|go up|go down` +
    String.raw`|come down|increase|decrease|drop|decline|change|shrink|jump)\b` +
    String.raw`|\bby how much\b|\bwhat changed\b`,
  "i",
);
const SUMMARY = new RegExp(
  String.raw`^(?:please )?(?:describe|summari[sz]e|outline|explain|list|tell me|give me an overview)\b` +
    String.raw`|\bwhat (?:does|do|did) .+ (?:say|think|expect|see|plan|do (?:about|for|to|in))\b` +
    String.raw`|\bwhat(?:'s| is| are) .+ (?:saying|doing|planning)\b` +
    String.raw`|\bhow (?:do|does|did|is|are) .+ (?:work|plan|intend|structured|managed?|make money|grow` +
    String.raw`|compete)\b` +
    String.raw`|^(?:so )?what (?:are|were) (?:the |its |their |\w+['’]s )?(?:\w+ )?(?:\w+ )?(?:options` +
    "|plans|priorities|pillars|risks|factors|drivers|challenges|goals|objectives|targets" +
    "|strategies|initiatives|terms|conditions|steps|measures|reasons|products|services|segments" +
    String.raw`|competitors|strengths|opportunities)\b` +
    String.raw`|^what (?:\w+ )?(?:acquisitions|divestitures|disposals|risks|guarantees|steps|measures` +
    String.raw`|products|services|factors|challenges|actions|plans|initiatives|commitments|events)\b` +
    String.raw`|\bwhat does .+ do\b` +
    String.raw`|^what(?:['’]s| is| are) (?:the |its |their )?(?:[\p{L}-]+ ){0,5}(?:plans?|polic(?:y|ies)` +
    String.raw`|approach)\b(?! (?:cost|expens|asset|obligation|contribution))` +
    String.raw`|\bstrategy\b|\boutlook\b|\bdividend policy\b|\brisk factors\b` +
    String.raw`|^which (?:\w+ ){0,3}(?:sites|projects|products|markets|initiatives|risks|factors|brands` +
    String.raw`|countries|properties)\b(?!.*\b(?:most|largest|biggest|highest|lowest)\b)`,
  "iu",
);
const PERSON_ROLE =
  /\b(?:ceo|cfo|coo|cto|chief executive|chair(?:s|ed|man|woman|person)?|president|chief (?:\w+ ){1,3}officer|secretary|director|treasurer|general counsel|founder)\b/i;

export const AREA = /\bsq(?:uare)?\.? ?(?:ft|feet|foot|m|met)|\b(?:floor|office|warehouse|retail) ?space\b/i;
/** "What is the yard called?", "the name of the fund". */
const NAMED =
  /^what(?:['’]s| is| was| are| were)? .*\b(?:called|named)\b|^what(?:['’]s| is| was| are| were) the names?\b/i;
/** "Who insures the ships, and on what terms?" */
const NAMES_AND_MORE = /^(?:who|which)\b.*\band (?:how|why|(?:(?:on|in|at|for|under|by) )?what)\b/i;
/** "CEO name?" */
const NAME_OF = /\bnames?\W*$/i;

/** How long something lasts, and how often it is done. */
export const DURATION =
  /\bhow (?:long|often|soon|old|frequently)\b|\bhow far (?:back|ahead|into|in advance)\b|\bhow much (?:notice|time)\b/i;
/** "When may it be sold": a condition as well as a date. */
const WHENEVER = /^when (?:do|does|is|are|can|could|may|might|must|should|will|would)\b/i;
const VERBS = "is|are|was|were|do|does|did|has|have|had|can|could|may|might|must|should|will|would";
/** How something is done, on what terms, and what comes of it. */
const EXPLAINS = new RegExp(
  String.raw`^how (?:${VERBS})\b` +
    String.raw`|^what (?:are|do|does|can|happens?)\b` +
    String.raw`|^what(?:['’]s| is| was) the (?:\w+ )?(?:purpose|aim|role|effect|consequence|difference|meaning)\b` +
    String.raw`|^what (?:\w+ )?(?:conditions?|circumstances|terms|basis|purposes?|grounds|ways?|means)\b`,
  "i",
);

/** "What does the agent charge": an amount. */
const PAYS = /^what (?:do|does)\b.*\b(?:pay|charge|cost|owe|earn|spend|receive)\b/i;

interface Reading {
  operation: Operation;
  expects: Expected;
}

/**
 * The clause that asks, where a topic, a time or a condition is named before it: "Deposits: what share is insured?" It
 * begins with the word that asks: what is left or meant "when he left" is not a date.
 */
function askingClause(question: string): string {
  const clauses = question.replace(BEFORE, "").split(/[:;–—]\s+|\s-\s/);
  const clause = (clauses.find((one) => ASKS.test(one) || VERDICT.test(one.trim())) ?? question).trim();
  return VERDICT.test(clause) ? clause : clause.slice(ASKS.exec(clause)?.index ?? 0);
}

/** "As of June, is …", "If the lease ends, must …"; the year of a date also follows a comma. */
const BEFORE = new RegExp(
  "^(?:as|in|at|on|for|by|from|if|during|since|after|before|under|over|according|based|besides|apart|among|of" +
    String.raw`|to|with|excluding|including)\b[^?]*?,\s+(?:19|20)?(?:\d\d,\s+)?` +
    "(?=(?:what|who|which|when|where|why|how|did|does|do|is|are|was|were|has|have|had|can|will|would|must" +
    String.raw`|may|might)\b)`,
  "i",
);
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
  { question: EITHER_WAY, clause: VERDICT, reading: { operation: "change", expects: "explanation" } },
  { clause: VERDICT, reading: { operation: "verdict", expects: "yes_no" } },
  { question: /\bhow many\b|\bnumber of\b|\bcount\b|\bheadcount\b/i, reading: value("count") },
  { clause: DURATION, reading: { operation: "open", expects: "count" } },
  { clause: NAMES_AND_MORE, reading: EXPLANATION },
  { clause: /^who(?:'s|se|m)?\b/i, question: PERSON_ROLE, reading: name("person") },
  { clause: /^who(?:'s|se|m)?\b/i, reading: name("anybody") },
  { clause: WHENEVER, reading: { operation: "open", expects: "date" } },
  {
    clause: /^when\b|^(?:what|which) (?:date|year|month|day)\b/i,
    reading: { operation: "when", expects: "date" },
  },
  {
    clause: /^where\b|^(?:which|what) (?:\w+ )?(?:country|city|state|town|province|place)\b/i,
    reading: name("place"),
  },
  { clause: NAME_OF, question: PERSON_ROLE, reading: name("person") },
  { clause: NAME_OF, reading: name("organisation") },
  { clause: NAMED, reading: name("organisation") },
  {
    question:
      /(?<!\d\s?)%|\bpercent(?:age)?\b|\bproportion\b|\b(?:share|stake|portion|fraction|what part) (?:of|in)\b|\bweight(?:ing)? (?:in|of)\b|\b(?:gearing|occupancy|loan[- ]to[- ]value)\b/i,
    not: /^which\b|^how much\b|^what (?:value|price|cost|amount)\b/i,
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
  { clause: EXPLAINS, not: PAYS, reading: EXPLANATION },
];

/** Nothing says what kind of answer is expected; where none of these is named, it may be no amount either. */
const ASKS_AMOUNT = new RegExp(
  String.raw`\bhow (?:much|big|large|high|low|far|long|often)\b|[$€£¥]|\b(?:amounts?|values?|costs?|prices?|sums?|totals?` +
    "|balances?|proceeds|revenues?|sales|income|profits?|loss(?:es)?|earn(?:ed|ings)?|expenses?|expenditures?" +
    "|capex|debts?|cash|assets?|liabilit(?:y|ies)|equity|fees?|dividends?|tax(?:es)?|goodwill|impairments?" +
    "|charges?|gains?|payments?|pay|pays|paid|pension|spen[dt]|spending|worth|usd|dollars?|million|billion" +
    "|eps|ebitda|margins?|capital|loans?|borrow(?:ed|ings?)?|deposits?|backlog|inventor(?:y|ies)" +
    String.raw`|receivables?|payables?|provisions?|reserves?|size|level)\b`,
  "i",
);

/** "What sectors make up the assets": what is named right after "what" is asked for, and not what else is mentioned. */
function asksAmount(question: string): boolean {
  const named = NAMED_AFTER.exec(askingClause(question))?.[1];
  return ASKS_AMOUNT.test(named ?? question);
}

const NAMED_AFTER = new RegExp(
  String.raw`^what (?!(?:${VERBS})\b)((?:(?!(?:${VERBS}|the|an?|its|their|in|of|on|for|from|to|by|with)\b)[\p{L}’'-]+ ?){1,4})`,
  "iu",
);

/** What a question asks for, by the words it asks with. */
export function readOperation(question: string): Reading {
  const asking = askingClause(question);
  const rule = RULES.find(
    ({ question: whole, clause, not }) =>
      (whole?.test(question) ?? true) && (clause?.test(asking) ?? true) && !(not?.test(asking) ?? false),
  );
  if (rule) return rule.reading;
  return asksAmount(question) ? value("money") : { operation: "open", expects: "money" };
}
