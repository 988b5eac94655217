/**
 * The products of one vector with many, on bytes, sixteen at a time. The few instructions are written as WebAssembly,
 * because JavaScript has no such instruction and takes twenty times as long.
 */
import { concat, instructions as i, leb, section } from "./wasm-code.ts";

/** What is used of it; the types of the language know it only for browsers. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer; grow: (pages: number) => number };
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
};

export const DIMENSION = 384;
const PAGE_BYTES = 65_536;
/** Sixteen parts per step; those of the query are stored in two bytes each. */
const STEP = 16;
const SUM_BYTES = 4;
const QUERY_BYTES = DIMENSION * 2;

const ROW = 0;
const END = 1;
const QUERY = 2;
const OUT = 3;
const AT = 4;
const SUM = 5;
const PARTS = 6;

/** Half of the sixteen products: bytes become 16-bit numbers, are multiplied in pairs and added to the sum. */
const addHalf = (extend: number, offset: number) => [
  i.get(PARTS),
  i.vector(extend),
  i.get(QUERY),
  i.get(AT),
  i.constant(1),
  i.shiftLeft,
  i.add,
  i.loadVector(offset),
  i.vector(i.DOT),
  i.vector(i.ADD),
];

const BODY = concat([
  [2, 1, 0x7f, 2, 0x7b],
  i.loop,
  i.zeroVector,
  i.set(SUM),
  i.constant(0),
  i.set(AT),
  i.loop,
  i.get(ROW),
  i.get(AT),
  i.add,
  i.loadVector(0),
  i.set(PARTS),
  i.get(SUM),
  ...addHalf(i.EXTEND_LOW, 0),
  ...addHalf(i.EXTEND_HIGH, STEP),
  i.set(SUM),
  i.get(AT),
  i.constant(STEP),
  i.add,
  i.tee(AT),
  i.constant(DIMENSION),
  i.repeatIfLess,
  i.end,
  i.get(OUT),
  i.get(SUM),
  i.lane(0),
  i.get(SUM),
  i.lane(1),
  i.add,
  i.get(SUM),
  i.lane(2),
  i.add,
  i.get(SUM),
  i.lane(3),
  i.add,
  i.store,
  i.get(OUT),
  i.constant(SUM_BYTES),
  i.add,
  i.set(OUT),
  i.get(ROW),
  i.constant(DIMENSION),
  i.add,
  i.tee(ROW),
  i.get(END),
  i.repeatIfLess,
  i.end,
  i.end,
]);

const MODULE = new WebAssembly.Module(
  Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 0]),
    ...section(2, [1, 1, 0x6d, 1, 0x6d, 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, 1, 0x66, 0, 0]),
    ...section(10, [1, ...leb(BODY.length), ...BODY]),
  ]),
);

/** Rows of bytes in one block of memory, to be multiplied with a query. */
export class DotProducts {
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  readonly #run: (row: number, end: number, query: number, out: number) => void;
  #rowsMax = 0;

  constructor() {
    const { exports } = new WebAssembly.Instance(MODULE, { m: { m: this.#memory } });
    // The module above exports this one function.
    this.#run = exports["f"] as (row: number, end: number, query: number, out: number) => void;
  }

  /** The query and the sums are kept before the rows, which may grow. */
  get #rowsAt(): number {
    return QUERY_BYTES + SUMS_MAX * SUM_BYTES;
  }

  write(row: number, parts: Int8Array): void {
    this.#grow(row + 1);
    new Int8Array(this.#memory.buffer).set(parts, this.#rowsAt + row * DIMENSION);
  }

  /** The products of the query with the rows from `first` up to `end`, at most `SUMS_MAX` of them; valid until the next call. */
  multiply(query: Int8Array, first: number, end: number): Int32Array {
    if (end - first > SUMS_MAX) throw new Error("too many rows at once");
    if (end <= first) return new Int32Array();
    this.#grow(end);
    new Int16Array(this.#memory.buffer, 0, DIMENSION).set(query);
    this.#run(this.#rowsAt + first * DIMENSION, this.#rowsAt + end * DIMENSION, 0, QUERY_BYTES);
    return new Int32Array(this.#memory.buffer, QUERY_BYTES, end - first);
  }

  #grow(rows: number): void {
    if (rows <= this.#rowsMax) return;
    this.#rowsMax = Math.max(rows, Math.ceil(this.#rowsMax * 1.5), 1_000);
    const pages = Math.ceil((this.#rowsAt + this.#rowsMax * DIMENSION) / PAGE_BYTES);
    const missing = pages - this.#memory.buffer.byteLength / PAGE_BYTES;
    if (missing > 0) this.#memory.grow(missing);
  }
}

/** A block of this many rows takes about two milliseconds: others get their turn in between. */
export const SUMS_MAX = 20_000;
