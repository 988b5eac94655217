import { LINES, labelKey, TAGGED_FIGURES } from "../reference/index.ts";

const conceptsOf = new Map<string, readonly string[]>();
for (const { name, asked, tags } of [...LINES, ...TAGGED_FIGURES])
  if (tags) add([name, ...asked], [...tags.usGaap, ...tags.ifrs]);

/** A name belongs to the figure that has it first. */
function add(names: readonly string[], concepts: readonly string[]): void {
  for (const key of names.map(labelKey)) if (!conceptsOf.has(key)) conceptsOf.set(key, concepts);
}

/** The US-GAAP and IFRS concepts of the figure that people call so. */
export function listConceptsNamed(label: string): readonly string[] {
  const key = labelKey(label);
  return conceptsOf.get(key) ?? conceptsOf.get(key.replace(/^total /, "")) ?? [];
}
