import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { z } from "zod";

/**
 * OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. Stored with each hash, so it can be raised
 * later.
 */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_LENGTH = 32;
const SALT_LENGTH = 16;
/** Each hash takes memory and a thread; many simultaneous sign-ins wait instead of exhausting the machine. */
const CONCURRENCY_MAX = 2;

const HASH_SHAPE =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

const derive = promisify(argon2);

export const Password = z.string().min(10, "expected at least 10 characters").max(200);

/** Hashes and checks passwords, a few at a time. */
export interface Passwords {
  hash: (password: string) => Promise<string>;
  /** Takes the same time for unknown people as for known ones. */
  verify: (stored: string | null, password: string) => Promise<boolean>;
}

export function openPasswords(): Passwords {
  const limited = limitConcurrency(CONCURRENCY_MAX);
  return {
    hash: (password) => limited(() => hashPassword(password)),
    verify: (stored, password) => limited(() => verifyPassword(stored, password)),
  };
}

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_LENGTH);
  const tag = await makeTag(password, salt, COST);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const parts = HASH_SHAPE.exec(stored ?? "");
  const [, memory, passes, parallelism, salt = "", tag = ""] = parts ?? [];
  const cost = parts
    ? { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
    : COST;
  const saltBytes = parts ? Buffer.from(salt, "base64") : Buffer.alloc(SALT_LENGTH);
  const given = await makeTag(password, saltBytes, cost);
  const expected = parts ? Buffer.from(tag, "base64") : Buffer.alloc(TAG_LENGTH);
  return timingSafeEqual(given, expected) && parts !== null;
}

function makeTag(password: string, nonce: Buffer, cost: typeof COST): Promise<Buffer> {
  // The same characters typed on another keyboard may be composed differently.
  const message = Buffer.from(password.normalize("NFKC"));
  return derive("argon2id", { message, nonce, tagLength: TAG_LENGTH, ...cost }) as Promise<Buffer>; // the type does not mention Node's Buffer
}

const encode = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

function limitConcurrency(concurrencyMax: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= concurrencyMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // A waiting call takes over the slot, which stays counted.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
