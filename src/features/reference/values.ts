import { COUNTRIES } from "./countries.ts";
import { EXCHANGES } from "./exchanges.ts";
import { COMPUTED_MEASURES, FIGURES } from "./figures/index.ts";
import { REPORT_TYPES } from "./report-types.ts";
import { SECTORS } from "./sectors.ts";

export interface ReferenceValue {
  id: string;
  name: string;
}

const LISTS = {
  countries: () => COUNTRIES.map(({ code, name }) => ({ id: code, name })),
  exchanges: () => EXCHANGES.map(({ mic, name }) => ({ id: mic, name })),
  sectors: () => SECTORS.map(({ id, name }) => ({ id, name })),
  report_types: () =>
    REPORT_TYPES.map(({ lv3_id, lv3_name, lv2_name }) => ({ id: lv3_id, name: `${lv3_name} (${lv2_name})` })),
  figures: () => [...FIGURES, ...COMPUTED_MEASURES.filter(isStored)].map(({ id, name }) => ({ id, name })),
} as const satisfies Record<string, () => ReferenceValue[]>;

/** Whether every figure it is computed from is stored with the reports. */
function isStored({ formula }: { formula: string }): boolean {
  const names = formula.match(/\b[a-z]\w*\b(?!\s*\()/g) ?? [];
  return names.every((name) => {
    const measure = COMPUTED_MEASURES.find(({ id }) => id === name);
    return measure ? isStored(measure) : FIGURES.some(({ id }) => id === name);
  });
}

export type ReferenceKind = keyof typeof LISTS;
// The object above has these keys and no others.
export const REFERENCE_KINDS = Object.keys(LISTS) as [ReferenceKind, ...ReferenceKind[]];

/** All values, or those whose id or name has the words of the query, the most similar first. */
export function listValues(kind: ReferenceKind, query = ""): ReferenceValue[] {
  const values = LISTS[kind]();
  const words = wordsOf(query);
  if (words.length === 0) return values;
  const isFound = (value: ReferenceValue) => {
    const text = wordsOf(`${value.id} ${value.name}`);
    return words.every((word) => text.some((other) => other.startsWith(word)));
  };
  return rank(values.filter(isFound), query).map(({ value }) => value);
}

const NEAREST_MAX = 3;
const SIMILARITY_MIN = 0.25;

/** An error names what was perhaps meant, so that the next attempt is right. */
export function describeUnknown(kind: ReferenceKind, given: string): string {
  return `${quoteUnknown(LISTS[kind](), given)} GET /v1/constant/values?kind=${kind} lists all.`;
}

function quoteUnknown(values: readonly ReferenceValue[], given: string): string {
  const nearest = rank(values, given)
    .filter(({ similarity }) => similarity >= SIMILARITY_MIN)
    .slice(0, NEAREST_MAX)
    .map(({ value: { id, name } }) => `${id} (${name})`);
  const meant = nearest.length === 0 ? "" : ` Did you mean ${nearest.join(", ")}?`;
  return `${JSON.stringify(given.slice(0, 60))} is unknown.${meant}`;
}

function rank(
  values: readonly ReferenceValue[],
  text: string,
): { value: ReferenceValue; similarity: number }[] {
  return values
    .map((value) => ({
      value,
      similarity: Math.max(similarityOf(value.id, text), similarityOf(value.name, text)),
    }))
    .toSorted((a, b) => b.similarity - a.similarity);
}

/** The share of common groups of three letters, from 0 to 1. */
function similarityOf(first: string, second: string): number {
  const [a, b] = [trigramsOf(first), trigramsOf(second)];
  const common = a.intersection(b).size;
  return common === 0 ? 0 : (2 * common) / (a.size + b.size);
}

function trigramsOf(text: string): Set<string> {
  const padded = ` ${wordsOf(text).join(" ")} `;
  return new Set(Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3)));
}

const wordsOf = (text: string) =>
  text
    .slice(0, 200)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
