import type { Sql } from "../../platform/db/index.ts";
import { deleteAnswersAbout } from "../access/index.ts";
import { deleteReport, type ReportRow } from "./store.ts";

/**
 * Deletes an upload with everything that was computed from it, and the answers that are stored for repeated calls:
 * they quote it. Returns its files, for `queueFileRemoval` in the same transaction.
 */
export async function eraseReport(
  sql: Sql,
  { report_id, account_id }: { report_id: string; account_id: string },
): Promise<{ files: string[]; fileSha256: string } | null> {
  await deleteAnswersAbout(sql, account_id, { reportId: report_id, keptFor: [] });
  const report = await deleteReport(sql, report_id);
  return report && { files: filesOf(report), fileSha256: report.file_sha256 };
}

const filesOf = ({ file_sha256, extract_sha256, embedding_sha256, twin_sha256 }: ReportRow) =>
  [file_sha256, extract_sha256, embedding_sha256, twin_sha256].filter((hash) => hash !== null);
