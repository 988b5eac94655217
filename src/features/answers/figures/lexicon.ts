import { CONCEPTS, type Concept, MEASURES, type Measure } from "../data/concepts.ts";
import { stem } from "../text/terms.ts";

/** The names questions use, and what each stands for. */
export type Meaning =
  | { kind: "concept"; id: string }
  | { kind: "measure"; id: string }
  | { kind: "defined"; id: string }
  | { kind: "statement" };

const STATEMENT_NAMES = [
  "cash flow statement",
  "statement of cash flow",
  "consolidated statement of cash flow",
  "cash flow statements",
  "income statement",
  "statement of income",
  "consolidated statement of income",
  "statement of operation",
  "statement of earning",
  "p&l statement",
  "p&l",
  "profit and loss statement",
  "profit and loss account",
  "balance sheet",
  "statement of financial position",
  "statement of financial condition",
  "financial statement",
  "10k",
  "10-k",
  "10q",
  "10-q",
  "annual report",
  "report",
  "filing",
];

/** Words that join others and never tell one name from another. */
export const GLUE: ReadonlySet<string> = new Set(
  "the a an of in to for from on by and its their at as s & into with".split(" "),
);

/** Words as names are compared. */
export function nameWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}&']*|%|\//gu) ?? [])
    .map((word) => (/^percent(age)?s?$/.test(word) ? "%" : stem(word)))
    .filter((word) => !GLUE.has(word));
}

export class Lexicon {
  readonly #meanings = new Map<string, Meaning>();
  #wordsMax = 1;

  constructor(defined: readonly string[] = []) {
    for (const name of STATEMENT_NAMES) this.#add(name, { kind: "statement" });
    for (const { id, names } of CONCEPTS) for (const name of names) this.#add(name, { kind: "concept", id });
    for (const { id, names } of MEASURES) for (const name of names) this.#add(name, { kind: "measure", id });
    // What the question itself defines goes before what we know.
    for (const name of defined)
      for (const one of spellings(name)) this.#add(one, { kind: "defined", id: name });
  }

  get wordsMax(): number {
    return this.#wordsMax;
  }

  find(words: readonly string[]): Meaning | undefined {
    return this.#meanings.get(words.join(" "));
  }

  #add(name: string, meaning: Meaning): void {
    const words = nameWords(name);
    if (words.length === 0) return;
    this.#wordsMax = Math.max(this.#wordsMax, words.length);
    this.#meanings.set(words.join(" "), meaning);
  }
}

/** "days payable outstanding (DPO)" is known by all three. */
function spellings(name: string): string[] {
  const inside = /\(([^)]+)\)/.exec(name)?.[1];
  const outside = name.replace(/\([^)]*\)/g, " ").trim();
  return [name, outside, ...(inside ? [inside] : [])];
}

const CONCEPT_BY_ID = new Map<string, Concept>(CONCEPTS.map((concept) => [concept.id, concept]));
const MEASURE_BY_ID = new Map<string, Measure>(MEASURES.map((measure) => [measure.id, measure]));

export function findConcept(id: string): Concept | undefined {
  return CONCEPT_BY_ID.get(id);
}

export function findMeasure(id: string): Measure | undefined {
  return MEASURE_BY_ID.get(id);
}
