import { countTokens } from "../../platform/tokens/index.ts";
import { type FoundPart, findMainPart, type Path, partsIn, readAt, replaceAt } from "./answer-parts.ts";

/** How long a result may be, as the caller chooses it. */
export const RESULT_TOKENS = { least: 500, usual: 6_000, most: 100_000 };

/** How much of an answer was sent, and how to request the rest. */
export interface More {
  /** Items of a list, or letters of a text. */
  shown: number;
  of: number;
  /** Which list or text, where it is not the answer's own list. */
  part?: string;
  /** Pass it to the same tool to read on; null when nothing follows. */
  cursor: string | null;
  /** Lists and texts that were shortened besides, because nothing else would fit; a larger limit shows them. */
  cut?: string[];
}

export interface FittedAnswer {
  data: unknown;
  more: More | null;
  /** `{"data": …}` as it is sent, so that it is serialised only once. */
  text: string;
}

/**
 * Where an answer continues: how many items of its longest list, or letters of its longest text, were sent before.
 * Inside an item that is too long, more numbers follow.
 */
export type Position = readonly number[];

export interface FitOptions {
  tokensMax: number;
  position: Position;
  /** The cursor of a position; null when nothing is saved to continue from. */
  writeCursor: (position: Position) => string | null;
}

/**
 * What surrounds the answer in a result. The answer itself counts once: it is sent as text and as structure, and a
 * client gives its model one of them.
 */
const AROUND_TOKENS = 200;
/** Models count differently from one another. */
const MARGIN = 1.1;
const DEPTH_MAX = 4;
/** A text is cut to no less than this. */
const LETTERS_MIN = 200;

/** Shortens an answer so that it fits: first its longest list or text, then that of an item, finally every part. */
export function fitAnswer(data: unknown, { tokensMax, position, writeCursor }: FitOptions): FittedAnswer {
  const room = Math.floor((tokensMax - AROUND_TOKENS) / MARGIN);
  if (position.length === 0) {
    const whole = present(data, null);
    if (matches(whole.text, room)) return whole;
  }
  const fitting: Fitting = { room, write: writeCursor, before: [], next: null };
  return cutPart(data, [], position, fitting) ?? shrink(data, position, fitting);
}

interface Fitting {
  room: number;
  write: FitOptions["writeCursor"];
  /** The numbers of the items that contain this part. */
  before: Position;
  /** Where the answer continues after this part. */
  next: Position | null;
}

const matches = (text: string, room: number) =>
  // No token is shorter than a byte, so short texts need not be counted.
  text.length * 3 <= room || countTokens(text, room) <= room;

function present(data: unknown, more: More | null): FittedAnswer {
  return { data, more, text: JSON.stringify(more ? { data, more } : { data }) };
}

/** Sends as much of the longest list or text below `path` as fits; null when not even its first item does. */
function cutPart(data: unknown, path: Path, position: Position, fitting: Fitting): FittedAnswer | null {
  const part = findMainPart(readAt(data, path), path, path.length > 0);
  const { before } = fitting;
  if (!part || before.length >= DEPTH_MAX) return null;
  const [skip = 0, ...inner] = position;
  const cut = inner.length > 0 ? null : fitFrom(data, part, skip, fitting);
  if (cut || typeof part.value === "string" || skip >= part.value.length) return cut;
  const next = skip + 1 < part.value.length ? [...before, skip + 1] : fitting.next;
  const one = replaceAt(data, part.path, [part.value[skip]]);
  return cutPart(one, [...part.path, 0], inner, { ...fitting, before: [...before, skip], next });
}

function fitFrom(data: unknown, part: FoundPart, skip: number, fitting: Fitting): FittedAnswer | null {
  const { value, path } = part;
  const rest = value.slice(skip);
  const attempt = (count: number) =>
    present(replaceAt(data, path, cutTo(rest, count)), describeMore(part, { skip, count }, fitting));
  let low = 0;
  let high = typeof rest === "string" ? rest.length : guessItems(rest, fitting.room);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (matches(attempt(middle).text, fitting.room)) low = middle;
    else high = middle - 1;
  }
  const least = Math.min(typeof rest === "string" ? LETTERS_MIN : 1, rest.length);
  return low < least ? null : attempt(typeof rest === "string" ? wordEnd(rest, low) : low);
}

/** No fewer than fit: each item is counted once, so that few whole answers have to be. */
function guessItems(items: readonly unknown[], room: number): number {
  let tokens = 0;
  for (const [index, item] of items.entries()) {
    // Signs between two items may be one token with those around them.
    tokens += countTokens(JSON.stringify(item), room) - 2;
    if (tokens > room) return index;
  }
  return items.length;
}

function cutTo(rest: string | readonly unknown[], count: number): string | readonly unknown[] {
  if (typeof rest !== "string" || count >= rest.length) return rest.slice(0, count);
  return `${rest.slice(0, count)}…`;
}

/** A word that would be cut is left for the next result. */
function wordEnd(text: string, length: number): number {
  if (length >= text.length) return length;
  const blank = text.slice(0, length).search(/\s\S*$/);
  return blank > length / 2 ? blank : length;
}

function describeMore(
  { value, path }: FoundPart,
  { skip, count }: { skip: number; count: number },
  { before, next, write }: Fitting,
): More {
  const end = skip + count;
  const position = end < value.length ? [...before, end] : next;
  const isInside = before.length > 0 || typeof value === "string";
  return {
    shown: count,
    of: value.length,
    ...(isInside ? { part: nameOf(path) } : {}),
    cursor: position && write(position),
  };
}

const nameOf = (path: Path) => String(path.findLast((step) => typeof step === "string") ?? "");

/** Halves whatever is longest until the rest fits: short fields, such as an answer in words, stay whole. */
function shrink(data: unknown, position: Position, { room, write }: Fitting): FittedAnswer {
  const list = findMainPart(data, [], false);
  const items = list && typeof list.value !== "string" ? list.value : null;
  const [skip = 0] = position;
  let left = list && items ? replaceAt(data, list.path, items.slice(skip, skip + 1)) : data;
  const cursor = items && skip + 1 < items.length ? write([skip + 1]) : null;
  const cut = new Set<string>();
  for (;;) {
    const more = { shown: 1, of: items?.length ?? 1, cursor, cut: [...cut] };
    const answer = present(left, more);
    if (matches(answer.text, room)) return answer;
    const longest = partsIn(left, []).toSorted((a, b) => b.length - a.length)[0];
    if (!longest) return present(Array.isArray(data) ? [] : {}, { ...more, cut: [] });
    const { value, path } = longest;
    cut.add(nameOf(path));
    left = replaceAt(left, path, cutTo(value, Math.floor(value.length / 2)));
  }
}
