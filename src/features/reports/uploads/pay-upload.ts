import { Failure } from "../../../kernel/errors.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { isCallHeld, isCallPaid, refundCall } from "../../credits/index.ts";
import { findUploadForUpdate, saveUpload, type UploadRow } from "./store.ts";

export interface UploadClaim {
  /** Whether this call has to pay, unless another one does first. */
  pays: boolean;
  /** Whether another call that claimed the same report is still running. */
  isShared: boolean;
}

/**
 * Claims a report for the payment of a call. Until a payment of the same file is settled, every upload of it claims it:
 * the first to settle pays, see `confirmPayment`.
 */
export async function claimPayment(
  sql: Sql,
  upload: Omit<UploadRow, "unsettled">,
  { added }: { added: boolean },
): Promise<UploadClaim> {
  // The call has ended, because it took too long or its caller left: it could not pay for what it adds.
  if (!(await isCallHeld(sql, upload.payment_id))) throw new Failure("time_limit");
  const earlier = await findUploadForUpdate(sql, upload.report_id);
  // A report that existed before uploads were recorded, and was not added now, already belongs to the account.
  if (!added && !earlier) return { pays: false, isShared: false };
  // Asked first: a call that settles in between would count neither as running nor as paid.
  const others = await keepHeld(sql, earlier?.unsettled ?? []);
  if (earlier && (await isCallPaid(sql, earlier.payment_id))) return { pays: false, isShared: false };
  await saveUpload(sql, { ...upload, unsettled: [...(earlier?.unsettled ?? []), upload.payment_id] });
  return { pays: true, isShared: others.length > 0 };
}

/** After the call has paid. False when another call has paid for the same report in the meantime. */
export async function confirmPayment(sql: Sql, reportId: string, paymentId: string): Promise<boolean> {
  const upload = await findUploadForUpdate(sql, reportId);
  if (!upload) throw new Failure("report_not_found", { detail: "The report was deleted in the meantime." });
  const unsettled = upload.unsettled.filter((id) => id !== paymentId);
  const isPaidByOther = upload.payment_id !== paymentId && (await isCallPaid(sql, upload.payment_id));
  const payment_id = isPaidByOther ? upload.payment_id : paymentId;
  await saveUpload(sql, { ...upload, payment_id, unsettled });
  return !isPaidByOther;
}

/**
 * Decides about an upload whose calls have ended without confirming their payment, because their process died or they
 * took too long: one payment is kept and others are refunded. `unpaid` when there is none.
 */
export async function settleUpload(sql: Sql, reportId: string): Promise<"running" | "paid" | "unpaid"> {
  const upload = await findUploadForUpdate(sql, reportId);
  if (!upload || upload.unsettled.length === 0) return "paid";
  const { account_id, payment_id, unsettled } = upload;
  if ((await keepHeld(sql, unsettled)).length > 0) return "running";
  const paid = [];
  for (const id of new Set([payment_id, ...unsettled])) if (await isCallPaid(sql, id)) paid.push(id);
  const [kept = payment_id, ...others] = paid;
  for (const id of others) await refundCall(sql, account_id, id);
  await saveUpload(sql, { ...upload, payment_id: kept, unsettled: [] });
  return paid.length > 0 ? "paid" : "unpaid";
}

/** Refunds a report that cannot be read. False while its upload has not settled yet. */
export async function refundUpload(sql: Sql, reportId: string): Promise<boolean> {
  const upload = await findUploadForUpdate(sql, reportId);
  if (!upload) return true;
  const { account_id, payment_id, unsettled } = upload;
  const payments = new Set([payment_id, ...unsettled]);
  // Asked first: a payment that settles in between would be neither refunded nor held.
  if ((await keepHeld(sql, [...payments])).length > 0) return false;
  for (const id of payments) await refundCall(sql, account_id, id);
  return true;
}

async function keepHeld(sql: Sql, paymentIds: readonly string[]): Promise<string[]> {
  const held = [];
  for (const id of paymentIds) if (await isCallHeld(sql, id)) held.push(id);
  return held;
}
