import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * `flr_live_`, 30 random base62 characters (178 bits) and a checksum of 6: a typo is rejected without a
 * look-up.
 */
const PREFIX = "flr_live_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

export function makeKey(): string {
  let random = "";
  for (let index = 0; index < RANDOM_LENGTH; index++) random += ALPHABET[randomInt(ALPHABET.length)];
  return PREFIX + random + checksum(random);
}

export function isWellFormedKey(key: string): boolean {
  if (!SHAPE.test(key)) return false;
  const random = key.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return key.endsWith(checksum(random));
}

/** Keys are long and random, so a fast hash is enough: they cannot be guessed. */
export function hashKey(key: string): string {
  return hash("sha256", key, "hex");
}

/** The part of a key that lists may show. */
export function hintOf(key: string): string {
  return `${key.slice(0, PREFIX.length + 4)}…${key.slice(-4)}`;
}

function checksum(random: string): string {
  let rest = crc32(random);
  let text = "";
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    text += ALPHABET[rest % ALPHABET.length];
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
