import { countTokensAtMost } from "./count-tokens.ts";

type Json = Record<string, unknown>;

/** How long a result may be, as the caller chooses it. */
export const RESULT_TOKENS = { least: 500, usual: 6_000, most: 100_000 };

/** How much of an answer was sent, and how to request the rest. */
export interface More {
  shown: number;
  of: number;
  /** Pass it with the same arguments to read on; null when nothing follows. */
  cursor: string | null;
  /** Texts were truncated to this many letters, to fit. */
  text_cut_at?: number;
  /** Fields were left out, to fit. */
  fields_left_out?: true;
}

export interface FittedAnswer {
  data: unknown;
  more: More | null;
  /** `{"data": …}` as it is sent, so that it is serialised only once. */
  text: string;
}

export interface FitOptions {
  tokensMax: number;
  /** How many items of the longest list were sent before. */
  skip: number;
  /** The cursor that continues after this many items; null when nothing is saved to continue from. */
  writeCursor: (skip: number) => string | null;
}

/**
 * What surrounds the answer in a result. The answer itself counts once: it is sent as text and as structure, and a
 * client gives its model one of them.
 */
const AROUND_TOKENS = 200;

/** Shortens an answer so that it certainly fits: first its longest list, then long texts, finally whole fields. */
export function fitAnswer(data: unknown, { tokensMax, skip, writeCursor }: FitOptions): FittedAnswer {
  const room = tokensMax - AROUND_TOKENS;
  const list = findLongestList(data);
  if (skip === 0 || list === null) {
    const whole = JSON.stringify({ data });
    if (matches(whole, room)) return { data, more: null, text: whole };
  }
  const bounds = { room, skip, writeCursor };
  return (list && fitList(data, list, bounds)) ?? fitOne(data, list, bounds);
}

function matches(text: string, room: number): boolean {
  // No token is shorter than a byte, so short texts need not be counted.
  return text.length * 3 <= room || countTokensAtMost(text) <= room;
}

interface FoundList {
  path: string[];
  items: unknown[];
}

/** The list that makes the answer long: the one with the longest text. */
function findLongestList(data: unknown): FoundList | null {
  let found: (FoundList & { length: number }) | null = null;
  const visit = (value: unknown, path: string[]) => {
    if (Array.isArray(value)) {
      const { length } = JSON.stringify(value);
      if (value.length > 1 && length > (found?.length ?? 0)) found = { path, items: value, length };
      return;
    }
    if (value === null || typeof value !== "object") return;
    for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
  };
  visit(data, []);
  return found;
}

interface Bounds {
  room: number;
  skip: number;
  writeCursor: FitOptions["writeCursor"];
}

function fitList(data: unknown, { path, items }: FoundList, bounds: Bounds): FittedAnswer | null {
  const { room, skip } = bounds;
  const rest = items.slice(skip);
  // Bisection finds how many fit with few counts, however many there are.
  let low = 0;
  let high = rest.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const { text } = withList(data, path, rest.slice(0, middle), describeMore(items.length, middle, bounds));
    if (matches(text, room)) low = middle;
    else high = middle - 1;
  }
  if (low === 0 && rest.length > 0) return null;
  return withList(data, path, rest.slice(0, low), describeMore(items.length, low, bounds));
}

function describeMore(of: number, shown: number, { skip, writeCursor }: Bounds): More | null {
  if (skip === 0 && shown === of) return null;
  const next = skip + shown;
  return { shown, of, cursor: next < of ? writeCursor(next) : null };
}

function withList(data: unknown, path: string[], items: unknown[], more: More | null): FittedAnswer {
  const cut = replaceAt(data, path, items);
  return { data: cut, more, text: JSON.stringify(more ? { data: cut, more } : { data: cut }) };
}

function replaceAt(data: unknown, [key, ...path]: string[], items: unknown[]): unknown {
  if (key === undefined) return items;
  const object = data as Json;
  return { ...object, [key]: replaceAt(object[key], path, items) };
}

const TEXT_LENGTHS = [16_000, 8_000, 4_000, 2_000, 1_000, 500, 200, 80, 40];
const FIELDS = [40, 20, 10, 5, 3, 2, 1, 0];

/** A single item is too long: its texts and inner lists are shortened, then it keeps only its first fields. */
function fitOne(data: unknown, list: FoundList | null, bounds: Bounds): FittedAnswer {
  const { room, skip } = bounds;
  const one = list ? replaceAt(data, list.path, list.items.slice(skip, skip + 1)) : data;
  const base = (list && describeMore(list.items.length, 1, bounds)) ?? { shown: 1, of: 1, cursor: null };
  const attempt = (cut: unknown, more: More): FittedAnswer => ({
    data: cut,
    more,
    text: JSON.stringify({ data: cut, more }),
  });
  for (const length of TEXT_LENGTHS) {
    const answer = attempt(cutTexts(one, length), { ...base, text_cut_at: length });
    if (matches(answer.text, room)) return answer;
  }
  const shortest = TEXT_LENGTHS.at(-1) ?? 0;
  const short = cutTexts(one, shortest);
  const more: More = { ...base, text_cut_at: shortest, fields_left_out: true };
  for (const fields of FIELDS) {
    const answer = attempt(limitFields(short, fields), more);
    if (matches(answer.text, room)) return answer;
  }
  return attempt(Array.isArray(data) ? [] : {}, more);
}

function cutTexts(value: unknown, length: number): unknown {
  if (typeof value === "string") return value.length > length ? `${value.slice(0, length)}…` : value;
  if (Array.isArray(value)) {
    return value.slice(0, Math.max(1, Math.floor(length / 20))).map((item) => cutTexts(item, length));
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutTexts(inner, length)]));
}

/** The first fields of every object; without its list an object loses what the answer is about, so lists go last. */
function limitFields(value: unknown, fields: number): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => limitFields(item, fields));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).toSorted(([, a], [, b]) => Number(isNested(b)) - Number(isNested(a)));
  const kept = new Set(entries.slice(0, Math.max(1, fields)).map(([key]) => key));
  const own = Object.entries(value).filter(([key]) => kept.has(key));
  return Object.fromEntries(own.map(([key, inner]) => [key, limitFields(inner, fields)]));
}

const isNested = (value: unknown) => typeof value === "object" && value !== null;
