import type { RetrievalOutcome } from "./retrieval.ts";

const DEPTHS = [1, 3, 5, 10];

/** Prints the share of questions with a page of evidence among the first pages, by variant and kind. */
export function reportRetrieval(outcomes: readonly RetrievalOutcome[]): void {
  for (const [set, own] of Map.groupBy(outcomes, (one) => one.set)) {
    for (const [variant, some] of Map.groupBy(own, (one) => one.variant)) {
      console.log(`\n${set}, ${variant}`);
      const kinds = [["all", some] as const, ...[...Map.groupBy(some, ({ kind }) => kind)].sort()];
      console.table(kinds.map(([questions, list]) => ({ questions, count: list.length, ...recallOf(list) })));
    }
  }
}

function recallOf(outcomes: readonly RetrievalOutcome[]): Record<string, string> {
  return Object.fromEntries(
    DEPTHS.map((depth) => {
      const found = outcomes.filter(({ rank }) => rank !== null && rank <= depth).length;
      return [`@${depth}`, formatShare(found, outcomes.length)];
    }),
  );
}

/** A share with its 95 % interval (Wilson). */
function formatShare(found: number, all: number): string {
  const [share, spread] = [found / all, 1.96 ** 2 / all];
  const middle = (share + spread / 2) / (1 + spread);
  const half = Math.sqrt(share * (1 - share) * spread + (spread / 2) ** 2) / (1 + spread);
  return `${share.toFixed(3)} (${(middle - half).toFixed(2)}–${(middle + half).toFixed(2)})`;
}
