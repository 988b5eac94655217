import { createHmac, randomBytes } from "node:crypto";

/** Signatures as defined by Standard Webhooks: https://www.standardwebhooks.com. */
const PREFIX = "whsec_";
const SECRET_BYTES = 32;

export function makeSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

export interface SignedMessage {
  id: string;
  timestampSeconds: number;
  body: string;
}

/** One signature for each secret, separated by spaces: a receiver accepts any of them. */
export function signMessage(message: SignedMessage, secrets: readonly string[]): string {
  const { id, timestampSeconds, body } = message;
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestampSeconds}.${body}`).digest("base64")}`;
    })
    .join(" ");
}
