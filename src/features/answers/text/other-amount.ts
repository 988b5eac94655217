import type { Amount } from "./amounts.ts";
import type { Candidate } from "./candidates.ts";

/** Whether an amount is how much something changed, one of several, or of a cause, where the whole is asked for. */
export function isOtherAmount(question: string, candidate: Candidate, span: Amount): boolean {
  const { text } = candidate.sentence;
  if (isChangeOf(text, span) && !ASKS_CHANGE.test(question)) return true;
  if (OF_ONE.test(text.slice(0, span.start)) && ASKS_TOTAL.test(question)) return true;
  return isOfCause(question, candidate, span);
}

/** "An increase of $13 million in costs" says nothing about how much they were. */
function isChangeOf(text: string, { start }: Amount): boolean {
  return /\b(?:increase|decrease|decline|growth|reduction|rise|drop)s? (?:of|in [^.;,]{3,40} of)(?: approximately| about)? ?$/i.test(
    text.slice(0, start),
  );
}

/** "A new $4 million facility", "the $3 million loan": one of those whose total is asked for. */
const OF_ONE = /\b(?:an?|the|one|another|this|that)(?: (?:new|additional|further|separate|second|third))? $/i;
const ASKS_TOTAL = /\b(?:total|aggregate|combined|altogether)\b/i;
const ASKS_CHANGE =
  /\b(?:chang|increas|decreas|declin|gr[eo]w|r[io]se|fall|fell|drop|reduc|up|down|higher|lower|more|less|sav)/i;
const CAUSE =
  /\b(?:due to|because of|owing to|driven by|attribut(?:able|ed) to|result(?:ing|ed) from|as a result of)\b(?:[^.;]|\.(?=\d))*$/i;
const ASKS_CAUSE = /\b(?:due|because|owing|driven|attribut|result(?:ing|ed) from|as a result)/i;
/** "Fell due to the sale of a plant to $12 million": where it went after all. */
const LEVEL = /(?<!\bdue |\bcompared |\battributable |\battributed )\bto (?:approximately |about )?$/i;

/** "Assets decreased due to $30 million of repurchases": an amount of what moved them, where only they are asked for. */
function isOfCause(question: string, { sentence, tokens, places }: Candidate, span: Amount): boolean {
  const before = sentence.text.slice(0, span.start);
  const cause = CAUSE.exec(before);
  if (cause === null || LEVEL.test(before) || ASKS_CAUSE.test(question)) return false;
  const said = places.flat().map((place) => tokens[place]?.start ?? 0);
  return said.length > 0 && said.every((start) => start < cause.index);
}
