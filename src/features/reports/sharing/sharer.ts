import { Failure } from "../../../kernel/errors.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { findMember } from "../../accounts/index.ts";
import { findUpload, lockUpload, type Upload } from "./store.ts";

/** A caller who may want to change uploads of the account. */
export interface Sharer extends Viewer {
  isOwner: boolean;
}

export async function findSharer(sql: Sql, viewer: Viewer): Promise<Sharer> {
  const member = viewer.userId === null ? undefined : await findMember(sql, viewer.userId);
  return { ...viewer, isOwner: member?.role === "owner" };
}

/** Who reads an upload does not thereby decide about it. */
export const mayChange = ({ userId, isOwner }: Sharer, { uploaded_by }: Upload) =>
  isOwner || uploaded_by === userId;

export function requireMayChange(sharer: Sharer, upload: Upload): void {
  if (!mayChange(sharer, upload))
    throw new Failure("owner_only", { detail: "Its uploader and owners of the account may do this." });
}

/**
 * Locks an upload that the caller may delete or correct; false when they find none. An owner who may not read it first
 * shares it with themselves, which its uploader sees.
 */
export async function lockChangeable(sql: Sql, sharer: Sharer, reportId: string): Promise<boolean> {
  await lockUpload(sql, reportId);
  const upload = await findUpload(sql, { ...sharer, isOwner: false }, reportId);
  if (upload) requireMayChange(sharer, upload);
  return upload !== undefined;
}
