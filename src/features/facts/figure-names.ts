import { FIGURES, labelKey } from "../reference/index.ts";

/** Figures that are often asked for and are no part of the dictionary of statements yet. */
const OTHERS: readonly { names: readonly string[]; concepts: readonly string[] }[] = [
  { names: ["long-term debt"], concepts: ["LongTermDebt", "LongTermDebtNoncurrent"] },
  {
    names: ["research and development", "r&d", "research and development expense"],
    concepts: ["ResearchAndDevelopmentExpense"],
  },
  {
    names: ["shares outstanding"],
    concepts: ["EntityCommonStockSharesOutstanding", "CommonStockSharesOutstanding"],
  },
];

const conceptsOf = new Map<string, readonly string[]>();
for (const { name, asked, tags } of FIGURES) add([name, ...asked], [...tags.usGaap, ...tags.ifrs]);
for (const { names, concepts } of OTHERS) add(names, concepts);

/** A name belongs to the figure that has it first. */
function add(names: readonly string[], concepts: readonly string[]): void {
  for (const key of names.map(labelKey)) if (!conceptsOf.has(key)) conceptsOf.set(key, concepts);
}

/** The US-GAAP and IFRS concepts of the figure that people call so. */
export function listConceptsNamed(label: string): readonly string[] {
  const key = labelKey(label);
  return conceptsOf.get(key) ?? conceptsOf.get(key.replace(/^total /, "")) ?? [];
}
