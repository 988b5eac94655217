import { createHmac, timingSafeEqual } from "node:crypto";

/** As long as a link to the report's file is valid. */
const LINK_SECONDS = 604_800;

/**
 * The URL of a claim's page. For an account's own report it is signed, so that it opens without a credential; anyone
 * with the link sees this one page.
 */
export function claimLink(
  key: Buffer,
  { claimId, accountId }: { claimId: string; accountId: string | null },
  now: Date = new Date(),
): string {
  if (accountId === null) return `/c/${claimId}`;
  const expires = String(Math.floor(now.getTime() / 1_000) + LINK_SECONDS);
  const signature = sign(key, [claimId, accountId, expires]);
  return `/c/${claimId}?${new URLSearchParams({ for: accountId, expires, signature })}`;
}

export interface ClaimLinkParts {
  claimId: string;
  accountId: string;
  expires: string;
  signature: string;
}

/** Whether the service issued this link and it has not expired. */
export function isClaimLink(key: Buffer, parts: ClaimLinkParts, now: Date = new Date()): boolean {
  const { claimId, accountId, expires, signature } = parts;
  const expected = Buffer.from(sign(key, [claimId, accountId, expires]));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Number(expires) > now.getTime() / 1_000;
}

/** Tagged as a claim link, so that the signature of a file link does not open a claim. */
function sign(key: Buffer, parts: readonly string[]): string {
  return createHmac("sha256", key)
    .update(JSON.stringify(["claim", ...parts]))
    .digest("base64url");
}
