import type { DraftAnswer } from "../answer.ts";
import type { Candidate } from "./candidates.ts";
import { Draft } from "./draft.ts";
import type { RoleHolder } from "./find-role.ts";
import type { Found } from "./find-value.ts";
import { rangeAround } from "./ranges.ts";
import type { TextContext } from "./text-context.ts";

/** An amount, with both ends of a range, or a name, with the sentence that says it. */
export function sayFound(
  { candidate, span, support }: Found<{ text: string; start: number; end: number }>,
  most: number,
  { report, dollar }: TextContext,
): DraftAnswer | null {
  const whole = rangeAround(candidate.sentence.text, span);
  const [unit = ""] = TIME.exec(candidate.sentence.text.slice(whole.end)) ?? [];
  const draft = new Draft(report, dollar).addValue(whole.text, candidate.sentence, whole).add(`${unit}. `);
  return draft.quote(candidate.sentence) ? draft.finish(Math.min(most, support)) : null;
}

/** "30 days": without its unit a time says nothing. */
const TIME = /^[ -](?:(?:calendar|business|working) )?(?:years?|months?|weeks?|days?|hours?|minutes?)\b/i;

/** Who has a role, with the line that says so. */
export function sayHolder(
  { name, sentence, support }: RoleHolder,
  most: number,
  { report, dollar }: TextContext,
): DraftAnswer | null {
  const draft = new Draft(report, dollar).add(`${name.text}. `);
  return draft.quote(sentence) ? draft.finish(Math.min(most, support)) : null;
}

/** Sentences word for word. */
export function quoteAll(
  sentences: readonly { sentence: Candidate["sentence"] }[],
  confidence: number,
  { report, dollar }: TextContext,
): DraftAnswer | null {
  const draft = new Draft(report, dollar);
  const quoted = sentences.filter(({ sentence }) => draft.quote(sentence));
  return quoted.length === 0 ? null : draft.finish(confidence);
}
