import type { OutputOf } from "../../api/operations.ts";
import type { Evidence } from "./evidence-item.tsx";
import { type Row, toMapping } from "./mapping.ts";

/** What a trial found for each field, and the field's definition at that time. */
export type TrialResults = ReadonlyMap<string, { description: string; evidence: Evidence }>;

/** A row by everything that decides what is read for it. */
const describe = (row: Row): string => JSON.stringify(toMapping([row]));
const nameOf = (group: string, field: string): string => `${group.trim()} / ${field.trim()}`;

export function readTrialResults(rows: readonly Row[], { evidence }: OutputOf<"agents.try">): TrialResults {
  const descriptions = new Map(rows.map((row) => [nameOf(row.group, row.name), describe(row)]));
  return new Map(
    evidence.map((one) => {
      const name = nameOf(one.group, one.field);
      return [name, { description: descriptions.get(name) ?? "", evidence: one }];
    }),
  );
}

/** What was found for a row; null once the row has changed. */
export function findTrialResult(trialResults: TrialResults, row: Row): Evidence | null {
  const found = trialResults.get(nameOf(row.group, row.name));
  return found && found.description === describe(row) ? found.evidence : null;
}
