import type { FieldType, NamedField } from "../builders/field-mapping.ts";
import type { FieldAsker } from "./ask-model.ts";
import { type FieldSource, searchLabel, sourcesFor } from "./field-source.ts";
import type { ModelAnswer } from "./model-answer.ts";
import type { Reading } from "./reading.ts";
import { verifyProposals } from "./verify-proposal.ts";

export interface FieldReading {
  named: NamedField;
  reading: Reading;
  reportId: string | null;
}

/** For these a model's choice is better than the closest sentence; figures are left to the statements. */
const WORDS: ReadonlySet<FieldType> = new Set(["text", "list", "boolean"]);

/**
 * Asks a model once per report: for text fields and for what the built-in reader did not find. Its answer
 * replaces a reading only after it was verified on the page.
 */
export async function fillByModel(
  readings: FieldReading[],
  sources: readonly FieldSource[],
  { ask, signal }: { ask: FieldAsker; signal: AbortSignal },
): Promise<ModelAnswer[]> {
  const answers: ModelAnswer[] = [];
  for (const source of sources) {
    const open = readings.flatMap((one) => {
      const [selected] = sourcesFor(one.named.field, [source]);
      return selected && isOpen(one, source) ? [{ one, selected }] : [];
    });
    if (open.length === 0) continue;
    const answer = await ask(
      source,
      open.map(({ one }) => one.named),
      signal,
    );
    answers.push(answer);
    for (const { one, selected } of open) {
      const { group, name, field } = one.named;
      const proposals = answer.proposals.filter((said) => said.group === group && said.field === name);
      if (proposals.length === 0) {
        // A field that the model might have read says why it was not asked.
        one.reading = withReason(one.reading, answer.fallback);
        continue;
      }
      const verified = verifyProposals(searchLabel(name, field), field, selected, proposals);
      if (verified.found) {
        one.reading = { ...verified, about: { ...verified.about, engine: answer.engine } };
        one.reportId = source.reportId;
      } else if (!one.reading.found) {
        one.reading = verified;
      }
    }
  }
  return answers;
}

function withReason(reading: Reading, fallback: string | null): Reading {
  if (reading.found || fallback === null || reading.reason.includes(fallback)) return reading;
  return { ...reading, reason: `${reading.reason} (${fallback})` };
}

/** Text from a newer report is not replaced by text from an older one. */
function isOpen({ named, reading, reportId }: FieldReading, source: FieldSource): boolean {
  if (named.field.type === "table") return false;
  return !reading.found || (WORDS.has(named.field.type) && reportId === source.reportId);
}
