import type { Amount } from "./amounts.ts";
import { clauseOf } from "./clause.ts";
import { rootOf, tokensOf } from "./roots.ts";

/** Whether a question asks for money that came or went, and not for what stands ready or is allowed. */
const ASKS_DONE =
  /\b(?:pay|paid|spen[dt]|repa(?:y|id)|borrow(?:ed)?|drew|drawn|buy|bought|repurchased?|contributed?|raised?|received?)\b/i;
const ASKS_LIMIT =
  /\b(?:up to|at least|at most|max(?:imum)?|min(?:imum)?|limit|cap|can|may|could|must|required|authori[sz]ed|allowed|available|left|remain\p{L}*)\b/iu;

/** Before or after an amount that stands ready, or that there may be at most. */
const READY_BEFORE =
  /\b(?:up to|availability|authori[sz]ation|capacity|(?:required|obligated|permitted|entitled) to|if you|you must)\b[^.;]*$/i;
const READY_AFTER = new RegExp(
  String.raw`^ (?:(?:remain(?:ed|s|ing)?|was|is|were|are|still|of) )*(?:available|undrawn|unused|increments)\b` +
    String.raw`|^ (?:(?!(?:under|in|to|for|on|from|of|with|by|through|as) )[\w-]+ ){0,3}(?:program(?:me)?s?|facility|authori[sz]ation)\b`,
  "i",
);

const PAYMENT =
  "(?:dividends?|distributions?|fees?|tax(?:es)?|interest|rents?|salar(?:y|ies)|bonus(?:es)?|royalt(?:y|ies)|premiums?" +
  "|penalt(?:y|ies)|fines?|commissions?|(?:transaction|legal|integration|related) costs|net assets)";
/** "A fee of $2 million", "transaction costs related to the purchase of $3 million", "dividends were $4 million". */
const PAID_BEFORE = new RegExp(
  String.raw`\b(${PAYMENT})\b(?: [\w-]+){0,6} (?:of|was|were|totall?ed|totall?ing|amounted to)(?: approximately| about)? $`,
  "i",
);
/** "$8 million in fees". */
const PAID_AFTER = new RegExp(String.raw`^ (?:in|of|for|as)(?: [\w-]+){0,2} (${PAYMENT})\b`, "i");

/** Whether an amount is that of another payment than the one asked for, or of none. */
export function isOtherPayment(question: string, text: string, span: Amount): boolean {
  if (!ASKS_DONE.test(question) || ASKS_LIMIT.test(question)) return false;
  const [before, after] = clauseOf(text, span);
  if (READY_BEFORE.test(before) || READY_AFTER.test(after)) return true;
  const paid = PAID_BEFORE.exec(before)?.[1] ?? PAID_AFTER.exec(after)?.[1];
  if (paid === undefined) return false;
  const asked = new Set(tokensOf(question).map(({ root }) => root));
  return !paid.split(" ").some((word) => asked.has(rootOf(word)));
}
