import type { DraftAnswer } from "../answer.ts";
import type { TextContext } from "./answer-text.ts";
import type { Candidate } from "./candidates.ts";
import { Draft } from "./draft.ts";
import type { RoleHolder } from "./find-role.ts";
import type { Found } from "./find-value.ts";

/** An amount or a name, with the sentence that says it. */
export function sayFound(
  { candidate, span, support }: Found<{ text: string; start: number; end: number }>,
  most: number,
  { report, dollar }: TextContext,
): DraftAnswer | null {
  const draft = new Draft(report, dollar).addValue(span.text, candidate.sentence, span).add(". ");
  return draft.quote(candidate.sentence) ? draft.finish(Math.min(most, support)) : null;
}

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
