import { stem } from "../text/terms.ts";
import { CONCEPTS, type Concept, MEASURES, type Measure } from "./concepts.ts";

/** The names questions use, and what each stands for. */
export type Meaning =
  | { kind: "concept"; id: string }
  | { kind: "measure"; id: string }
  | { kind: "defined"; id: string }
  /** A row of the report, by the name it has there. */
  | { kind: "row"; id: string }
  | { kind: "statement" };

/** Before a row's name, where an expression has a concept. */
export const ROW_CONCEPT = "row ";

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

/** Words that join others and never distinguish one name from another. */
export const GLUE: ReadonlySet<string> = new Set(
  "the a an of in to for from on by and its their at as s & into with".split(" "),
);

/** Words as names are compared. */
export function nameWords(text: string): string[] {
  const plain = text.toLowerCase().replaceAll("’", "'");
  return (plain.match(/[\p{L}\p{N}][\p{L}\p{N}&']*|%|\//gu) ?? [])
    .map((word) => (/^percent(age)?s?$/.test(word) ? "%" : stem(word)))
    .filter((word) => !GLUE.has(word));
}

export class Lexicon {
  readonly #meanings = new Map<string, Meaning>();
  readonly #base: Lexicon | null;
  #wordsMax = 1;

  /** What a question itself defines goes before what everybody knows. */
  constructor(base: Lexicon | null, names: Iterable<[string, Meaning]>) {
    this.#base = base;
    this.#wordsMax = base?.wordsMax ?? 1;
    for (const [name, meaning] of names) this.#add(name, meaning);
  }

  get wordsMax(): number {
    return this.#wordsMax;
  }

  find(words: readonly string[]): Meaning | undefined {
    return this.#meanings.get(words.join(" ")) ?? this.#base?.find(words);
  }

  #add(name: string, meaning: Meaning): void {
    const words = nameWords(name);
    if (words.length === 0) return;
    this.#wordsMax = Math.max(this.#wordsMax, words.length);
    this.#meanings.set(words.join(" "), meaning);
  }
}

function* knownNames(): Generator<[string, Meaning]> {
  for (const name of STATEMENT_NAMES) yield [name, { kind: "statement" }];
  for (const { id, names } of CONCEPTS) for (const name of names) yield [name, { kind: "concept", id }];
  for (const { id, names } of MEASURES) for (const name of names) yield [name, { kind: "measure", id }];
}

/** The names everybody knows. */
export const LEXICON = new Lexicon(null, knownNames());

export interface NamedMeaning {
  words: string[];
  meaning: Exclude<Meaning, { kind: "statement" }>;
}

/** The figures and measures that a text names, by the longest name where one is part of another. */
export function namesIn(text: string): NamedMeaning[] {
  const words = nameWords(text.replaceAll("-", " "));
  const found: NamedMeaning[] = [];
  for (let at = 0; at < words.length; ) {
    let taken = 1;
    for (let length = Math.min(LEXICON.wordsMax, words.length - at); length >= 1; length--) {
      const name = words.slice(at, at + length);
      const meaning = LEXICON.find(name);
      if (!meaning || meaning.kind === "statement") continue;
      found.push({ words: name, meaning });
      taken = length;
      break;
    }
    at += taken;
  }
  return found;
}

/** Those, and the names a question defines. */
export function lexiconWith(defined: readonly string[], base: Lexicon = LEXICON): Lexicon {
  if (defined.length === 0) return base;
  const names = defined.flatMap((id) =>
    spellings(id).map((name): [string, Meaning] => [name, { kind: "defined", id }]),
  );
  return new Lexicon(base, names);
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
