import { hash, randomBytes } from "node:crypto";

/** A secret that is handed to one person or browser: 256 random bits, nothing to guess. */
export function makeSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database keeps of it. The secret is random, so a plain fast hash is enough. */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
