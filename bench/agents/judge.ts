import type { Evidence } from "../../src/features/agents/artifacts/artifact.ts";
import type { ReadableReport } from "../../src/features/answers/index.ts";
import type { GoldValue } from "./gold.ts";

export interface ReadDocument {
  document: string;
  report: ReadableReport;
  evidence: Evidence[];
  sums: boolean[];
  /** The year before, as this report prints it. */
  before: Map<string, number | null>;
}

/** How many values are as somebody else wrote them down; prints those that are not. */
export function judge(documents: readonly ReadDocument[], gold: readonly GoldValue[]) {
  const tally = { present: 0, exact: 0, wrong: 0, null: 0 };
  for (const { document, evidence } of documents) {
    for (const truth of gold.filter((one) => one.document === document)) {
      const value = evidence.find(({ field }) => field === truth.field)?.value ?? null;
      tally.present++;
      if (typeof value !== "number") tally.null++;
      else if (truth.values.some((one) => Math.abs(Math.abs(value) - one) <= truth.tolerance + 1))
        tally.exact++;
      else {
        tally.wrong++;
        console.log(`wrong: ${document} ${truth.field} is ${value}, not ${truth.values.join(" or ")}`);
      }
    }
  }
  return tally;
}

/** How many figures the next report of a company repeats; `isShown` prints the others. */
export function compareYears(documents: readonly ReadDocument[], isShown: boolean) {
  const tally = { pairs: 0, both: 0, same: 0 };
  for (const { document, evidence } of documents) {
    const next = documents.find((one) => one.document === followerOf(document));
    if (!next) continue;
    tally.pairs++;
    for (const { field, value } of evidence) {
      const later = next.before.get(field) ?? null;
      if (typeof value !== "number" || later === null) continue;
      const isSame = Math.abs(value - later) <= Math.abs(value) * 1e-9;
      tally.both++;
      tally.same += Number(isSame);
      if (!isSame && isShown) console.log(`next year: ${document} ${field} is ${value}, later ${later}`);
    }
  }
  return tally;
}

/** Documents are named company, year, kind. */
function followerOf(document: string): string {
  return document.replace(/_(\d{4})_/, (_, year: string) => `_${Number(year) + 1}_`);
}
