import { COUNTRIES } from "../../reference/index.ts";
import { rootOf, type Token, tokensOf } from "./roots.ts";

/** What kind of thing a question asks for: places, parts of the business, products, or lines of any list. */
export type MemberKind = "place" | "country" | "part" | "product" | "line";

const KINDS: readonly [MemberKind, RegExp][] = [
  ["place", /^(?:regions?|geograph(?:y|ies|ic|ical)|continents?)$/i],
  ["country", /^countr(?:y|ies)$/i],
  ["part", /^(?:segments?|divisions?|business(?:es)?|units?)$/i],
  ["product", /^(?:products?|services?|brands?|categor(?:y|ies))$/i],
  [
    "line",
    /^(?:types?|lines?|items?|kinds?|class(?:es)?|groups?|components?|holdings?|sources?|markets?|areas?|single)$/i,
  ],
];

/** The kind that words of a question name, such as "business segment"; null where they say what is measured. */
export function kindOf(words: string): MemberKind | null {
  const kinds = words.split(" ").map((word) => KINDS.find(([, pattern]) => pattern.test(word))?.[0] ?? null);
  // A geographic area is a place, a product line a product.
  return kinds.includes(null) ? null : (kinds.findLast((kind) => kind !== "line") ?? kinds.at(-1) ?? null);
}

/** Words near a table that say that its members are of a kind. */
const SIGNS = {
  part: ["segment", "division", "unit"].map(rootOf),
  place: ["geographic", "geographical", "geography", "region", "country", "located"].map(rootOf),
  product: ["product", "service", "brand", "category", "type", "line", "stream"].map(rootOf),
};

const REGIONS = (
  "america americas europe asia africa pacific oceania emea apac latam eu uk us usa uae u.s u.k domestic foreign " +
  "international overseas emerging developed north south east west eastern western northern southern central latin middle world worldwide " +
  "nordic scandinavia benelux dach iberia hemisphere mainland abroad hong kong macau taiwan korea russia britain england " +
  "scotland wales amerique ameriques amerika europa asie asien royaume " +
  "california texas florida york pennsylvania illinois ohio michigan virginia carolina washington massachusetts indiana " +
  "tennessee missouri maryland colorado minnesota wisconsin arizona nevada ontario quebec alberta columbia queensland"
).split(" ");

/** Words of names of countries that are no places alone. */
const ORDINARY =
  /^(?:states|islands?|republic|territor(?:y|ies)|people|minor|outlying|saint|democratic|federated|kingdom|holy|coast|cape|southern|northern|french|british|part)$/i;

/** The roots of words that are places. */
export const PLACES: ReadonlySet<string> = new Set([
  ...REGIONS.map(rootOf),
  ...COUNTRIES.flatMap(({ name }) => tokensOf(name))
    .filter(({ text }) => /^\p{Lu}\p{L}{3}/u.test(text) && !ORDINARY.test(text))
    .map(({ root }) => root),
]);

/** Whether words are a place: what is somewhere else is something else. */
export const isPlace = (roots: readonly string[]): boolean =>
  roots.length > 0 && roots.every((root) => PLACES.has(root));

const COUNTRY_NAMES = new Set([
  ...COUNTRIES.map(({ name }) => name.toLowerCase()),
  ...["usa", "us", "u.s.", "uk", "u.k.", "great britain", "south korea", "vietnam", "czech republic"],
]);

export const isCountry = (name: string): boolean =>
  COUNTRY_NAMES.has(name.toLowerCase().replace(/^the /, ""));

/** The rest of a list: no place, and nothing else either. */
const REST = /^(?:all )?others?\b|^rest\b|eliminat|unallocated|corporate/i;

/** Whether the members of a list are called by places; one in a while may be called otherwise. */
export function arePlaces(names: readonly string[]): boolean {
  const members = names.filter((name) => !REST.test(name) && !RECONCILING.test(name)).map(tokensOf);
  const others = members.filter((tokens) => !tokens.some(({ root }) => PLACES.has(root)));
  return members.length > 0 && others.length <= OTHERS_MAX * members.length;
}

const OTHERS_MAX = 0.2;
const UNSURE = 0.92;

/** What is written at a list and near it. */
export interface ListSurroundings {
  /** In its heads, its sections and its total. */
  own: readonly Token[];
  /** Above its table, and in the sentence that leads to it. */
  above: readonly Token[];
  lead: readonly Token[];
}

/**
 * How well a list is one of the kinds asked for, 0 where it is none: places are segments only where their table says
 * so, segments are no places, and a table of segments says so.
 */
export function shareOfKinds(
  kinds: readonly MemberKind[],
  names: readonly string[],
  around: ListSurroundings,
): number {
  const places = arePlaces(names);
  if (kinds.includes("place") || kinds.includes("country")) return places ? 1 : 0;
  if (kinds.includes("part")) return isSegmented(around, places) ? 1 : 0;
  if (kinds.length > 0 && places) return 0;
  const isSigned = has([...around.own, ...around.above], SIGNS.product);
  return kinds.includes("product") && !isSigned ? UNSURE : 1;
}

function isSegmented({ own, above, lead }: ListSurroundings, places: boolean): boolean {
  if (has(own, SIGNS.part)) return true;
  return places ? has(lead, SIGNS.part) && !has(lead, SIGNS.place) : has(above, SIGNS.part);
}

function has(tokens: readonly Token[], signs: readonly string[]): boolean {
  return tokens.some(({ root }) => signs.includes(root));
}

/** What reconciles the members of a list with its total, or is counted twice. */
const RECONCILING =
  /eliminat|^(?:general )?corporate\b|unallocated|reconcil|^inter-?segment|adjustment|^consolidat/i;
/** Expenses between the results of parts and of the whole. */
const EXPENSES =
  /\b(?:depreciation|amorti[sz]ation|impairment|expenses?|interest|tax(?:es)?|compensation|restructuring|costs?|charges|pension|gains?|loss(?:es)?|non-?operating)\b/i;
/** A part of the business in one report, the share in the results of others in the next. */
const DOUBTFUL = /\b(?:unconsolidated|joint ventures?)\b/i;

/** Whether a name is of something that is no member of its list. */
export function isRest(name: string): boolean {
  return REST.test(name) || RECONCILING.test(name) || EXPENSES.test(name) || DOUBTFUL.test(name);
}

/** Whether a row may be a member of the kinds asked for. */
export function isMember(name: string, kinds: readonly MemberKind[]): boolean {
  if (RECONCILING.test(name)) return false;
  return kinds.length === 0 || kinds.includes("line") || !EXPENSES.test(name);
}

/** Whether what may be a member may also be none. */
export const isDoubtful = (name: string): boolean => DOUBTFUL.test(name);

/** A name has capitals throughout. */
export function isNamed(name: string): boolean {
  const words = name.match(/\p{L}{3,}/gu) ?? [];
  return (
    words.length > 0 && words.every((word) => /^\p{Lu}|^(?:and|the|van|von|der|des|del|pour)$/u.test(word))
  );
}
