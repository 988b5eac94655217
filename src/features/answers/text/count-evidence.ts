import type { Amount } from "./amounts.ts";
import type { Candidate, WeighedTerm } from "./candidates.ts";
import { stretchOf } from "./clause.ts";
import { isCounted } from "./counted.ts";
import { type AskedCount, countedNear, PERSONS } from "./counted-near.ts";
import { matches } from "./coverage.ts";
import type { Evidence } from "./evidence.ts";
import { placeIn, rootOf, type Token, tokensOf } from "./roots.ts";
import { isStopWord } from "./terms.ts";

/** What says that a number counts the things asked for; null where it counts others. */
export function countEvidence(
  candidate: Candidate,
  span: Amount,
  { counted, terms }: AskedCount,
): Evidence | null {
  if (counted.length === 0) return {};
  // Things come whole: "2.0" is part of a name.
  if (span.scale === "one" && span.digits.includes(".")) return null;
  const { text } = candidate.sentence;
  const before = text.slice(0, span.start);
  if (RESTATED.test(before) || LIMIT.test(before) || isPartOfName(before, span, counted)) return null;
  if (isMovement(before, terms) || isOfKind(text.slice(span.end), terms)) return null;
  if (HELD_BY_ONE.test(text.slice(span.end))) return null;
  // Shares that may be issued are not those outstanding.
  const stated = terms.filter((term) => isOfState(term, counted));
  const stretch = stated.length > 0 ? stretchOf(text, span) : "";
  if (PLANNED.test(stretch) || !stated.every((term) => matches(term, tokensOf(stretch)))) return null;
  if (isLacking(candidate, terms) || isOfOthers(span, candidate, { counted, terms })) return null;
  const counts = countedNear(candidate, span, { counted, terms });
  return counts === 0 ? null : { counts };
}

/** "Outstanding", and "shares outstanding" where that is one word of the trade. */
const isOfState = ({ soft, wordings: [own] }: WeighedTerm, counted: readonly string[]) =>
  soft || ((own?.words.length ?? 0) > 1 && own?.words.some((word) => counted.includes(word)));

/** "Members of Club 52": a word with a capital inside a sentence and a number make a name. */
function isPartOfName(before: string, { digits, scale }: Amount, counted: readonly string[]): boolean {
  const word = /\S\s[“"‘(]?(?!(?:The|Our|We)\s)(\p{Lu}[\p{L}&'’-]+)\s$/u.exec(before)?.[1];
  return (
    word !== undefined && scale === "one" && !digits.includes(",") && !isCounted({ text: word }, counted)
  );
}

/** "We opened 12 stores", "an addition of 300 employees": how many came or went, which is asked for in such words. */
function isMovement(before: string, terms: readonly WeighedTerm[]): boolean {
  if (MOVED_BY.test(before)) return true;
  const moved = MOVED.exec(before)?.[1];
  return moved !== undefined && !terms.some(({ wordings: [own] }) => own?.roots.includes(rootOf(moved)));
}

/** "Reduced the fleet by the 12 ships": by how many. */
const MOVED_BY =
  /\b(?:reduc|increas|decreas|declin|f[ae]ll|gr[eo]w)\p{L}*\b[^.;]* by (?:the |approximately |about |around )*$/iu;
const MOVED = new RegExp(
  String.raw`\b(addition|increase|decrease|reduction|loss|hiring|departure|added|hired|lost|laid off|opened|closed|issuance|sale|purchase|buy|acquire|issue` +
    "|acquired|sold|issued|granted|repurchased|terminated|remaining|other|another)(?: of)?(?: an?)?" +
    String.raw`(?: additional| approximately| about| around| nearly| over| more than)*\s$`,
  "i",
);

/** "2,300 preferred shares", "shares remain available": of another kind, or to be issued, where that is not asked for. */
function isOfKind(after: string, terms: readonly WeighedTerm[]): boolean {
  const kind = KIND.exec(/^[^.;,]*/.exec(after)?.[0] ?? "")?.[0];
  return kind !== undefined && !terms.some((term) => matches(term, tokensOf(kind)));
}

const KIND =
  /^ (?:new|additional|further|more)\b|\b(?:preferred|preference|treasury|restricted|unvested|former|retired|repurchased|excluded|underlying|amongst?|that reduced)\b/i;
/** Of a plan: what may be issued, or was issued under it. */
const PLANNED =
  /\b(?:(?:available|reserved) for|issuable|issued (?:under|pursuant|upon|following|in connection))\b/i;

/** "11% of the crew, or 127 employees": a share of them. */
const RESTATED = /\d\s?(?:%|percent)[^.;]*,? or (?:about |approximately )?$/i;

/** How many there may be, and not how many there are. */
const LIMIT =
  /\b(?:(?:fewer|less) than|no more than|up to|at (?:least|most)|(?:maximum|minimum) of|exceed)\s$/i;

/** Whether a sentence and what stands around it leave out much of the question. */
export function isLacking({ places, around }: Candidate, terms: readonly WeighedTerm[]): boolean {
  const hard = terms.flatMap(({ soft, weight }, at) => (soft ? [] : [{ at, weight }]));
  const found = hard.filter(({ at }) => (places[at]?.length ?? 0) > 0 || around[at]);
  const sum = (some: readonly { weight: number }[]) => some.reduce((all, { weight }) => all + weight, 0);
  return hard.length <= FEW ? found.length < hard.length : sum(found) < COVERAGE_MIN * sum(hard);
}

/** Of so few words none is said in vain. */
export const FEW = 2;
const COVERAGE_MIN = 0.5;

/** "31 hours", "the 300 customers who pay late": a number of other things than those asked for, or of some of them. */
function isOfOthers(span: Amount, { sentence, tokens }: Candidate, { counted, terms }: AskedCount): boolean {
  const phrase: Token[] = [];
  let { end } = span;
  for (const token of tokens.slice(placeIn(tokens, { digitsStart: span.end }))) {
    const isNext = /^[ -]$/.test(sentence.text.slice(end, token.start));
    if (!isNext || phrase.length === PHRASE_MAX || isStopWord(token.text.toLowerCase())) break;
    phrase.push(token);
    end = token.end;
  }
  if (phrase.some((token) => isCounted(token, counted))) return WHO.test(sentence.text.slice(end));
  if (terms.some((term) => matches(term, phrase))) return false;
  return phrase.some(({ text }) => /^\p{Ll}{3,}s$/u.test(text) && !PERSONS.test(text));
}

const PHRASE_MAX = 4;
const WHO = /^,? (?:who|that|whose)\b/;
/** "80 shares outstanding held by the founder"; by all their holders they are all. */
const HELD_BY_ONE =
  /^[^.,;]{0,40}\bheld (?:of record )?by (?!(?:approximately |about |an? )?(?:total of )?[\d,]+|(?:(?:the|our|its|all) )?(?:share|stock|record )?holders)/i;
