import { Failure } from "../../kernel/errors.ts";
import type { Caller } from "../../kernel/operation.ts";

/**
 * `private`: only its owner, a person, sees it. `shared`: everybody of the account does. Whatever an agent builder leads
 * to (subscriptions, runs, artifacts, events, feeds) is seen by those who see the builder.
 */
export const VISIBILITIES = ["private", "shared"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Who looks. A key that no person made sees what the account shares. */
export interface Viewer {
  accountId: string;
  userId: string | null;
}

export function viewerOf({ accountId, userId }: Caller): Viewer {
  return { accountId, userId };
}

export interface Ownership {
  account_id: string;
  /** A person, or the account for what no person made. */
  owner_id: string;
  visibility: Visibility;
}

/** What a viewer makes is private unless shared; without a person there is nobody to keep it for. */
export function ownershipOf({ accountId, userId }: Viewer, wanted?: Visibility): Ownership {
  const visibility = wanted ?? (userId === null ? "shared" : "private");
  if (visibility === "private" && userId === null)
    throw new Failure("invalid_input", {
      detail: "visibility: only a person can keep something private, and no person made this key",
    });
  return { account_id: accountId, owner_id: userId ?? accountId, visibility };
}

/** Only the owner takes something back that is shared. */
export function requireMayChange(
  { userId }: Viewer,
  before: Pick<Ownership, "owner_id" | "visibility">,
  wanted: Visibility | undefined,
): void {
  if (wanted !== "private" || before.visibility === "private" || before.owner_id === userId) return;
  throw new Failure("invalid_input", {
    detail: "visibility: only the person who made it can make it private",
  });
}
