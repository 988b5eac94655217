import { hash, randomBytes, randomUUID } from "node:crypto";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** The kind of object; the prefix distinguishes identifiers in a log. */
export type IdPrefix =
  | "acc"
  | "key"
  | "ent"
  | "rep"
  | "job"
  | "art"
  | "bld"
  | "sub"
  | "run"
  | "out"
  | "evt"
  | "whk"
  | "dlv"
  | "usr"
  | "ses"
  | "exp"
  | "srh"
  | "thr"
  | "wat"
  | "msg";

/** A new unguessable identifier, for example `acc_` and 16 letters (80 random bits). */
export function makeId(prefix: IdPrefix): string {
  return `${prefix}_${toBase32(randomBytes(10))}`;
}

/** The same identifier for the same seed, so that loading the same thing twice cannot create two of it. */
export function deriveId(prefix: IdPrefix, seed: string): string {
  return `${prefix}_${toBase32(hash("sha256", seed, "buffer").subarray(0, 8)).slice(0, 12)}`;
}

function toBase32(bytes: Uint8Array): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(buffer >> bits) & 31];
    }
    buffer &= 255;
  }
  return text;
}

/** Unique to this process. */
const PROCESS_MARK = randomUUID().replaceAll("-", "").slice(12);
let callsNamed = 0;

/**
 * Identifies one call in the ledger. Time comes first, so that the latest entries are adjacent in the index; the
 * process and the call's number in it make the id unique.
 */
export function makeCallId(): string {
  return `${Date.now().toString(36).padStart(9, "0")}${PROCESS_MARK}${(callsNamed++).toString(36)}`;
}
