import type { Caller } from "./operation.ts";

/** Who is reading. A key that no person created sees what the whole account may see. */
export interface Viewer {
  accountId: string;
  userId: string | null;
}

/** The same rule as `may_read_report` in the database, for a report that is at hand. */
export function mayReadReport(
  { accountId, userId }: Viewer,
  { account_id, readers }: { account_id: string | null; readers: readonly string[] | null },
): boolean {
  if (account_id === null) return true;
  return account_id === accountId && (readers === null || (userId !== null && readers.includes(userId)));
}

export function viewerOf({ accountId, userId }: Caller): Viewer {
  return { accountId, userId };
}
