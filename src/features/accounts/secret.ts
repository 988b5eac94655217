import { hash, randomBytes } from "node:crypto";

/** A secret for one person or browser: 256 random bits, impossible to guess. */
export function makeSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database stores. The secret is random, so a fast hash is enough. */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
