import type { Sql } from "../../../platform/db/index.ts";
import { isCallHeld, isCallPaid, refundCall } from "../../credits/index.ts";
import { findUploadForUpdate, saveUpload, type UploadRow } from "./store.ts";

/**
 * Whether this upload pays for the report: the first one does, and so does a later one of the same file when no
 * earlier payment is left, because it was undone or refunded.
 */
export async function claimPayment(
  sql: Sql,
  upload: UploadRow,
  { added }: { added: boolean },
): Promise<boolean> {
  const earlier = await findUploadForUpdate(sql, upload.report_id);
  // A report that existed before uploads were recorded, and was not added now, already belongs to the account.
  if (!added && !earlier) return false;
  // In this order: what settles between the two questions is no longer held, but paid.
  const isSettled =
    earlier !== undefined &&
    earlier.payment_id !== upload.payment_id &&
    ((await isCallHeld(sql, earlier.payment_id)) || (await isCallPaid(sql, earlier.payment_id)));
  if (isSettled) return false;
  await saveUpload(sql, upload);
  return true;
}

/** Refunds a report that cannot be read. False while its upload has not settled yet. */
export async function refundUpload(sql: Sql, reportId: string): Promise<boolean> {
  const upload = await findUploadForUpdate(sql, reportId);
  if (!upload) return true;
  const { account_id, payment_id } = upload;
  // Asked first: a payment that settles in between would be neither refunded nor held.
  if (await isCallHeld(sql, payment_id)) return false;
  await refundCall(sql, account_id, payment_id);
  return true;
}
