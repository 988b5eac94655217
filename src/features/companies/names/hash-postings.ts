import { setImmediate } from "node:timers/promises";

/** For each key its rows in the order in which they were added, in two flat tables without the keys themselves. */
export interface HashPostings {
  readonly bytes: number;
  /** The rows of a key, at most `most` of them. */
  find: (hash: KeyHash, most: number) => Int32Array;
}

/** Two independent numbers: one for the place, one to recognise the key. Both together are never equal by chance. */
export interface KeyHash {
  place: number;
  mark: number;
}

/** A pair by its number, with its row. */
export interface PairOfRow {
  pair: number;
  row: number;
}

/** Set where a key has a single row, which then needs no list. */
const SINGLE = 0x8000_0000;
const EMPTY = 0;
/** Free slots keep the search for one short. */
const SLOTS_PER_KEY = 1.4;
/** A few milliseconds of work. */
const PAIRS_PER_TURN = 20_000;

export function hashKey(key: string): KeyHash {
  let place = 0x811c9dc5;
  let mark = 0x9747b28c;
  for (let index = 0; index < key.length; index++) {
    const unit = key.charCodeAt(index);
    place = Math.imul(place ^ unit, 0x01000193);
    mark = Math.imul(mark ^ unit, 0x5bd1e995);
    mark ^= mark >>> 15;
  }
  return { place: mix(place), mark: mix(mark) || 1 };
}

/** A number that is a hash already, such as that of a misspelling. */
export function hashNumber(value: number): KeyHash {
  return { place: mix(value ^ 0x2545f491), mark: mix(value) || 1 };
}

/** Spreads similar numbers over the whole range. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Pairs of a key and a row, collected in any order of rows. */
export class HashPostingsBuilder {
  #places = new Uint32Array(1_024);
  #marks = new Uint32Array(1_024);
  #pairs = 0;

  /** Pairs are numbered as they are added. */
  add({ place, mark }: KeyHash): void {
    if (this.#pairs === this.#places.length) {
      this.#places = grow(this.#places);
      this.#marks = grow(this.#marks);
    }
    this.#places[this.#pairs] = place;
    this.#marks[this.#pairs++] = mark;
  }

  get pairs(): number {
    return this.#pairs;
  }

  /** `pairs` are all pairs with their rows, in the order wanted within each key. Other calls are answered meanwhile. */
  async build(pairs: Iterable<PairOfRow>): Promise<HashPostings> {
    const capacity = Math.ceil((await this.#countKeys()) * SLOTS_PER_KEY) + 1;
    const table = { marks: new Uint32Array(capacity), starts: new Uint32Array(capacity) };
    const slotOf = (pair: number) => findSlot(table.marks, this.#places[pair] ?? 0, this.#marks[pair] ?? 1);
    const counts = table.starts;
    for (let pair = 0; pair < this.#pairs; pair++) {
      const slot = slotOf(pair);
      table.marks[slot] = this.#marks[pair] ?? 1;
      counts[slot] = (counts[slot] ?? 0) + 1;
      if (pair % PAIRS_PER_TURN === 0) await setImmediate();
    }
    const { rows, next } = layOut(table.starts);
    let done = 0;
    for (const { pair, row } of pairs) {
      const slot = slotOf(pair);
      const at = next[slot] ?? 0;
      if (at === SINGLE) table.starts[slot] = SINGLE + row;
      else {
        rows[at] = row;
        next[slot] = at + 1;
      }
      if (done++ % PAIRS_PER_TURN === 0) await setImmediate();
    }
    return makePostings(table, rows);
  }

  async #countKeys(): Promise<number> {
    const marks = new Uint32Array(Math.ceil(this.#pairs * SLOTS_PER_KEY) + 1);
    let keys = 0;
    for (let pair = 0; pair < this.#pairs; pair++) {
      const slot = findSlot(marks, this.#places[pair] ?? 0, this.#marks[pair] ?? 1);
      if (marks[slot] === EMPTY) keys++;
      marks[slot] = this.#marks[pair] ?? 1;
      if (pair % PAIRS_PER_TURN === 0) await setImmediate();
    }
    return keys;
  }
}

/** Turns counts into the starts of lists, each preceded by its length. */
function layOut(counts: Uint32Array): { rows: Int32Array; next: Uint32Array } {
  let length = 0;
  for (const count of counts) if (count > 1) length += count + 1;
  const rows = new Int32Array(length);
  const next = new Uint32Array(counts.length);
  let at = 0;
  for (const [slot, count] of counts.entries()) {
    if (count === 1) next[slot] = SINGLE;
    if (count < 2) continue;
    rows[at] = count;
    counts[slot] = at;
    next[slot] = at + 1;
    at += count + 1;
  }
  return { rows, next };
}

function makePostings(
  { marks, starts }: { marks: Uint32Array; starts: Uint32Array },
  rows: Int32Array,
): HashPostings {
  const none = new Int32Array();
  return {
    bytes: marks.byteLength + starts.byteLength + rows.byteLength,
    find({ place, mark }, most) {
      const slot = findSlot(marks, place, mark);
      if (marks[slot] === EMPTY) return none;
      const start = starts[slot] ?? 0;
      if (start >= SINGLE) return Int32Array.of(start - SINGLE);
      return rows.subarray(start + 1, start + 1 + Math.min(rows[start] ?? 0, most));
    },
  };
}

/** Where the key is, or the empty slot where it would be: there always is one. */
function findSlot(marks: Uint32Array, place: number, mark: number): number {
  let slot = Math.floor((place / 0x1_0000_0000) * marks.length);
  while (marks[slot] !== EMPTY && marks[slot] !== mark) slot = slot + 1 === marks.length ? 0 : slot + 1;
  return slot;
}

function grow(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2);
  larger.set(values);
  return larger;
}
