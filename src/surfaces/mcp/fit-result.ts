import { countTokensAtMost } from "./count-tokens.ts";

type Json = Record<string, unknown>;

/** What of an answer was sent, and how to ask for the rest. */
export interface More {
  shown: number;
  of: number;
  /** Give it with the same arguments to go on; null when only long texts were cut. */
  cursor: string | null;
  /** Texts were cut at this many letters, to fit. */
  text_cut_at?: number;
}

export interface FittedAnswer {
  data: unknown;
  more: More | null;
  /** `{"data": …}` as it is sent, so that it is written only once. */
  text: string;
}

/** The answer is sent twice, as structure and as text, with a little around it. */
const COPIES = 2;
const AROUND_TOKENS = 200;

/** Cuts an answer so that it certainly fits: first its longest list, from `skip` on, then its long texts. */
export function fitAnswer(data: unknown, tokensMax: number, skip: number): FittedAnswer | null {
  const room = Math.floor((tokensMax - AROUND_TOKENS) / COPIES);
  const list = findLongestList(data);
  if (skip === 0 || list === null) {
    const whole = JSON.stringify({ data });
    if (fits(whole, room)) return { data, more: null, text: whole };
  }
  if (list !== null) {
    const part = fitList(data, list, { room, skip });
    if (part) return part;
  }
  return fitTexts(data, list, { room, skip });
}

export function readCursor(cursor: unknown): number | null {
  if (cursor === undefined || cursor === null || cursor === "") return 0;
  const match = typeof cursor === "string" ? /^from-(\d{1,9})$/.exec(cursor) : null;
  return match ? Number(match[1]) : null;
}

const writeCursor = (skip: number) => `from-${skip}`;

function fits(text: string, room: number): boolean {
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
}

function fitList(data: unknown, { path, items }: FoundList, { room, skip }: Bounds): FittedAnswer | null {
  const rest = items.slice(skip);
  // Halving finds how many fit with few countings, however many there are.
  let few = 0;
  let many = rest.length;
  while (few < many) {
    const middle = Math.ceil((few + many) / 2);
    const { text } = withList(data, path, rest.slice(0, middle), moreOf(items.length, skip, middle));
    if (fits(text, room)) few = middle;
    else many = middle - 1;
  }
  if (few === 0 && rest.length > 0) return null;
  return withList(data, path, rest.slice(0, few), moreOf(items.length, skip, few));
}

function moreOf(of: number, skip: number, shown: number): More | null {
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

const TEXT_LENGTHS = [4_000, 2_000, 1_000, 500, 200, 80];

/** One item alone is too long: its texts are cut, and the lists inside it. */
function fitTexts(data: unknown, list: FoundList | null, { room, skip }: Bounds): FittedAnswer | null {
  const one = list ? replaceAt(data, list.path, list.items.slice(skip, skip + 1)) : data;
  const base = list ? moreOf(list.items.length, skip, 1) : null;
  for (const length of TEXT_LENGTHS) {
    const more = { ...(base ?? { shown: 1, of: 1, cursor: null }), text_cut_at: length };
    const cut = cutTexts(one, length);
    const text = JSON.stringify({ data: cut, more });
    if (fits(text, room)) return { data: cut, more, text };
  }
  return null;
}

function cutTexts(value: unknown, length: number): unknown {
  if (typeof value === "string") return value.length > length ? `${value.slice(0, length)}…` : value;
  if (Array.isArray(value)) {
    return value.slice(0, Math.max(1, Math.floor(length / 20))).map((item) => cutTexts(item, length));
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutTexts(inner, length)]));
}
