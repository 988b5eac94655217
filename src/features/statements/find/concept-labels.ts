import { FIGURES, type FigureDefinition, type FigureStatement, labelKey } from "../../reference/index.ts";

interface Entry {
  figure: FigureDefinition;
  /** How early the dictionary names the label: the first are the most telling. */
  order: number;
}

/** What may follow a name and leave it what it is. */
const TRAILING = new Set([
  "net",
  "less",
  "including",
  "inclusive",
  "exclusive",
  "excluding",
  "total",
  "at",
  "after",
]);
/** What may precede it. */
const LEADING = new Set(["total", "net", "consolidated", "group", "less", "add", "aggregate"]);
const PREFIX_STRENGTH = 0.85;

const byStatement = new Map<FigureStatement, Map<string, Entry[]>>();
const notRuns = new Map<string, readonly string[]>();
for (const figure of FIGURES) {
  const entries = byStatement.get(figure.statement) ?? new Map<string, Entry[]>();
  byStatement.set(figure.statement, entries);
  const labels = Object.values(figure.labels).flatMap((list) => list ?? []);
  for (const [order, label] of labels.entries()) {
    const key = labelKey(label);
    const known = entries.get(key) ?? [];
    if (!known.some((entry) => entry.figure === figure)) entries.set(key, [...known, { figure, order }]);
  }
  notRuns.set(figure.id, (figure.not ?? []).map(labelKey));
}

export interface ConceptMatch {
  concept: string;
  /** 1 when the row is called exactly so. */
  strength: number;
  order: number;
}

/** The figures of a statement that a label key may name, the strongest first. */
export function matchConcepts(key: string, statement: FigureStatement): ConceptMatch[] {
  const entries = byStatement.get(statement);
  if (!entries || key === "") return [];
  const found = new Map<string, ConceptMatch>();
  const add = (name: string, strength: number, words = name) => {
    for (const { figure, order } of entries.get(name) ?? []) {
      // What the dictionary calls exactly so is meant, with whatever words; what follows "net of" explains the name, but
      // total assets less something are no total assets.
      if (found.has(figure.id) || (strength < 1 && isSomethingElse(words, figure.id))) continue;
      found.set(figure.id, { concept: figure.id, strength, order });
    }
  };
  add(key, 1);
  for (const { name, words } of shorterKeys(key)) add(name, PREFIX_STRENGTH, words);
  return [...found.values()].sort((a, b) => b.strength - a.strength || a.order - b.order);
}

/** A key without leading words such as "total", and cut before words such as "net of"; `words` has what was left out next to it. */
function shorterKeys(key: string): { name: string; words: string }[] {
  const words = key.split(" ");
  const keys: { name: string; words: string }[] = [];
  let first = 0;
  while (first < words.length - 1 && LEADING.has(words[first] ?? "")) first += 1;
  if (first > 0) keys.push({ name: words.slice(first).join(" "), words: key });
  for (let at = 1; at < words.length; at++) {
    if (!TRAILING.has(words[at] ?? "")) continue;
    const cut = words.slice(0, at + 1).join(" ");
    keys.push({ name: words.slice(0, at).join(" "), words: cut });
    if (first > 0 && at > first) keys.push({ name: words.slice(first, at).join(" "), words: cut });
  }
  return keys;
}

function isSomethingElse(key: string, concept: string): boolean {
  const padded = ` ${key} `;
  return (notRuns.get(concept) ?? []).some((run) => run !== "" && padded.includes(` ${run} `));
}

/** How many different figures of a statement these labels name exactly. */
export function countConcepts(keys: readonly string[], statement: FigureStatement): number {
  const entries = byStatement.get(statement);
  const seen = new Set<string>();
  for (const key of keys) for (const { figure } of entries?.get(key) ?? []) seen.add(figure.id);
  return seen.size;
}
