import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { keepMembers, listMembers } from "../../accounts/index.ts";
import type { ReportRow } from "../store.ts";

/** Few enough that the readers of a report fit into a notification of the database. */
const READERS_MAX = 100;
export const PEOPLE_MAX = 1_000;

const SHARED_WITH = ["account", "uploader", "members"] as const;
export type SharedWith = (typeof SHARED_WITH)[number];

export const SharedWith = z
  .enum(SHARED_WITH)
  .describe("`account`: everyone in it; `uploader`: only who uploaded it; `members`: also the members given");

const Name = z.string().trim().min(1).max(254);

/** As the field of a form. */
export const MemberList = z
  .string()
  .max(10_000)
  .transform((text) => text.split(",").map((name) => name.trim()))
  .pipe(z.array(Name).min(1).max(READERS_MAX))
  .describe("With `members`: their e-mail addresses or member ids, separated by commas");

export const Members = z
  .array(Name)
  .min(1)
  .max(READERS_MAX)
  .describe("With `members`: their e-mail addresses or member ids");

export function sharedWith({
  account_id,
  readers,
}: Pick<ReportRow, "account_id" | "readers">): SharedWith | null {
  if (account_id === null) return null;
  if (readers === null) return "account";
  return readers.length === 1 ? "uploader" : "members";
}

export interface SharingInput {
  /** Who uploaded the report; null for a key that no person created. */
  uploader: string | null;
  shared_with: SharedWith;
  members?: string[] | undefined;
}

/** The people who may read a report that is shared so, its uploader first; null for the whole account. */
export async function chooseReaders(
  sql: Sql,
  { accountId }: Viewer,
  { uploader, shared_with, members }: SharingInput,
): Promise<string[] | null> {
  if ((shared_with === "members") !== (members !== undefined))
    throw new Failure("invalid_input", {
      detail: "members: give them with shared_with `members`, and only then",
    });
  if (shared_with === "account") return null;
  if (uploader === null)
    throw new Failure("invalid_input", {
      detail: "shared_with: only a person can restrict an upload, and this key was not created by a person",
    });
  const chosen = members === undefined ? [] : await requireMembers(sql, accountId, members);
  return [...new Set([uploader, ...chosen])];
}

/** Before readers are stored: someone who is removed in the meantime must not be left among them. */
export async function keepReaders(sql: Sql, accountId: string, readers: readonly string[]): Promise<void> {
  await keepMembers(sql, accountId);
  const members = await listMembers(sql, accountId, PEOPLE_MAX);
  if (readers.some((reader) => !members.some(({ id }) => id === reader)))
    throw new Failure("invalid_input", { detail: "members: one of them has just left the account" });
}

async function requireMembers(sql: Sql, accountId: string, names: readonly string[]): Promise<string[]> {
  const people = await listMembers(sql, accountId, PEOPLE_MAX);
  return names.map((name) => {
    const found = people.find(({ id, email }) => id === name || email === name.toLowerCase());
    if (!found)
      throw new Failure("invalid_input", {
        detail: `members: the account has no member ${JSON.stringify(name.slice(0, 80))}`,
      });
    return found.id;
  });
}
