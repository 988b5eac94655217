/** Counts the tokens of a text as a language model does: byte pairs, merged by the public table `o200k`. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";

const FILE = path.join(import.meta.dirname, "../../../models/o200k/tokens.br");

/** The words, numbers, signs and blanks that are merged separately. */
const LOWER = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;
const UPPER = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const BEFORE = String.raw`[^\r\n\p{L}\p{N}]?`;
const ENDING = "(?:'(?:[sdmt]|ll|ve|re|[SDMT]|LL|VE|RE))?";
const PIECE = new RegExp(
  [
    `${BEFORE}${UPPER}*${LOWER}+${ENDING}`,
    `${BEFORE}${UPPER}+${LOWER}*${ENDING}`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\s*[\r\n]+`,
    String.raw`\s+(?!\S)`,
    String.raw`\s+`,
  ].join("|"),
  "gu",
);

/** Merging takes the square of a piece's length, so longer ones are cut; that only adds tokens. */
const PIECE_BYTES_MAX = 512;
const NO_RANK = 0x7f_ff_ff_ff;
/** A power of two: places in the table are found by the last bits of a hash. */
const TOKENS_MAX = 2 ** 18;

/** The tokens in typed arrays: as objects they would take ten times the memory. */
interface Table {
  bytes: Uint8Array;
  /** Where each token begins; its length is the byte before. */
  starts: Uint32Array;
  /** Ranks by hash, with 1 added; 0 is free. */
  slots: Uint32Array;
}

let loaded: Table | null = null;

/** Read when the first text is counted: most calls need no count. */
function table(): Table {
  loaded ??= readTable(brotliDecompressSync(readFileSync(FILE)));
  return loaded;
}

function readTable(bytes: Uint8Array): Table {
  const starts = new Uint32Array(TOKENS_MAX);
  const slots = new Uint32Array(2 * TOKENS_MAX);
  let rank = 0;
  for (let start = 1; start < bytes.length; rank++) {
    const end = start + (bytes[start - 1] ?? 0);
    let slot = hash(bytes, start, end) & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    starts[rank] = start;
    slots[slot] = rank + 1;
    start = end + 1;
  }
  return { bytes, starts, slots };
}

function hash(bytes: Uint8Array, from: number, to: number): number {
  let value = 0x81_1c_9d_c5;
  for (let at = from; at < to; at++) value = Math.imul(value ^ (bytes[at] ?? 0), 0x01_00_01_93);
  return (value ^ (value >>> 15)) >>> 0;
}

/** How early these bytes are merged into one token; `NO_RANK` when they are none. */
function rankOf({ bytes, starts, slots }: Table, piece: Uint8Array, from: number, to: number): number {
  const size = to - from;
  let slot = hash(piece, from, to) & (slots.length - 1);
  for (;;) {
    const rank = (slots[slot] ?? 0) - 1;
    if (rank < 0) return NO_RANK;
    const start = starts[rank] ?? 0;
    let at = bytes[start - 1] === size ? 0 : size + 1;
    while (at < size && bytes[start + at] === piece[from + at]) at++;
    if (at === size) return rank;
    slot = (slot + 1) & (slots.length - 1);
  }
}

const encoder = new TextEncoder();

/** The names of fields, and many words, come again and again. */
const known = new Map<string, number>();
const KNOWN_MAX = 10_000;
const KNOWN_LETTERS_MAX = 40;

/** Stops when the text has more than `most`: what is too long need not be counted to its end. */
export function countTokens(text: string, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    if (count > most) return count;
    const before = known.get(piece);
    const tokens = before ?? countPiece(piece);
    count += tokens;
    if (before !== undefined || piece.length > KNOWN_LETTERS_MAX) continue;
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(piece, tokens);
  }
  return count;
}

function countPiece(piece: string): number {
  const bytes = encoder.encode(piece);
  let count = 0;
  for (let from = 0; from < bytes.length; from += PIECE_BYTES_MAX)
    count += countBytes(table(), bytes.subarray(from, from + PIECE_BYTES_MAX));
  return count;
}

/** Merges the pair that the table has first, again and again. */
function countBytes(tokens: Table, piece: Uint8Array): number {
  if (piece.length === 1 || rankOf(tokens, piece, 0, piece.length) !== NO_RANK) return 1;
  const bounds = Array.from({ length: piece.length + 1 }, (_, at) => at);
  /** The rank of a part joined with the next. */
  const rankAt = (at: number) => rankOf(tokens, piece, bounds[at] ?? 0, bounds[at + 2] ?? 0);
  const joined = bounds.slice(0, -2).map((_, at) => rankAt(at));
  while (joined.length > 0) {
    const first = Math.min(...joined);
    if (first === NO_RANK) break;
    const at = joined.indexOf(first);
    bounds.splice(at + 1, 1);
    joined.splice(at, 1);
    if (at < joined.length) joined[at] = rankAt(at);
    if (at > 0) joined[at - 1] = rankAt(at - 1);
  }
  return bounds.length - 1;
}
