import { createHmac, timingSafeEqual } from "node:crypto";
import type { Viewer } from "../../kernel/viewer.ts";
import type { Database } from "../../platform/db/index.ts";
import { findMember } from "../accounts/index.ts";

/** As long as a link to the report's file is valid. */
const LINK_SECONDS = 604_800;

/**
 * The URL of a claim's page. For an account's own report it is signed for the viewer who received it, so that it opens
 * without a credential: anyone with the link sees this one page, as long as that viewer may read the report.
 */
export function claimLink(
  key: Buffer,
  { claimId, viewer }: { claimId: string; viewer: Viewer | null },
  now: Date = new Date(),
): string {
  if (viewer === null) return `/c/${claimId}`;
  const reader = viewer.userId ?? viewer.accountId;
  const expires = String(Math.floor(now.getTime() / 1_000) + LINK_SECONDS);
  const signature = sign(key, [claimId, reader, expires]);
  return `/c/${claimId}?${new URLSearchParams({ for: reader, expires, signature })}`;
}

export interface ClaimLinkParts {
  claimId: string;
  /** The person, or the account where no person received it. */
  reader: string;
  expires: string;
  signature: string;
}

/** Whether the service issued this link and it has not expired. */
export function isClaimLink(key: Buffer, parts: ClaimLinkParts, now: Date = new Date()): boolean {
  const { claimId, reader, expires, signature } = parts;
  const expected = Buffer.from(sign(key, [claimId, reader, expires]));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Number(expires) > now.getTime() / 1_000;
}

/** Whom a link was signed for. The id of a person who left is no account's, so it opens nothing of an account. */
export async function findReader(db: Database, reader: string): Promise<Viewer> {
  const member = await findMember(db, reader);
  return { accountId: member?.account_id ?? reader, userId: member?.id ?? null };
}

/** Tagged as a claim link, so that the signature of a file link does not open a claim. */
function sign(key: Buffer, parts: readonly string[]): string {
  return createHmac("sha256", key)
    .update(JSON.stringify(["claim", ...parts]))
    .digest("base64url");
}
