import { makeId } from "../../kernel/ids.ts";
import { type Database, inTransaction } from "../../platform/db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import type { Storage, StoredFile } from "../../platform/storage/index.ts";
import { keepFile, queueFileRemoval, requireLiveAccount } from "../accounts/index.ts";
import { detectReportType } from "./detect-type.ts";
import { digestJob } from "./digest/digest-jobs.ts";
import { restartDigest } from "./digest/store.ts";
import { keepReaders } from "./sharing/sharing.ts";
import { insertReport, type NewReport, type Sharing } from "./store.ts";
import { storeLocalFile } from "./store-local-file.ts";
import { claimPayment, type UploadClaim } from "./uploads/pay-upload.ts";

export interface ReportTools {
  db: Database;
  storage: Storage;
  jobs: Jobs;
}

export type ReportFacts = Omit<
  NewReport,
  "report_id" | "file_sha256" | "file_bytes" | "file_title_en" | "report_type_id" | "report_type_confidence"
> & {
  /** For reports that must keep their id; generated when absent. */
  report_id?: string;
  file_title_en?: string | undefined;
  /** A type the source is sure of; detected from title and content when absent. */
  report_type_id?: string | undefined;
};

/** What the service loads is paid by no one. */
const UNPAID: UploadClaim = { pays: false, isShared: false };
const UNKNOWN_TYPE = "other_document";

/** What is known about a report before it is read: what its source says, and what its title suggests. */
export function newReportRow(facts: ReportFacts, file: StoredFile): NewReport {
  const guessed = detectReportType(facts.file_title, "");
  return {
    ...facts,
    report_id: facts.report_id ?? makeId("rep"),
    file_title_en: facts.file_title_en ?? facts.file_title,
    report_type_id: facts.report_type_id ?? guessed?.id ?? UNKNOWN_TYPE,
    report_type_confidence: facts.report_type_id ? 1 : (guessed?.confidence ?? 0),
    file_sha256: file.sha256,
    file_bytes: file.bytes,
  };
}

/**
 * Adds a report: the file is stored first, then the report and the job that reads it are written together. An
 * existing file is not added twice, but one that could not be read is read again. For an upload it also returns whether
 * this call pays for the report. When it fails, nothing is stored.
 */
export async function addReport(
  tools: ReportTools,
  filePath: string,
  facts: ReportFacts,
  upload?: Sharing & { paymentId: string },
): Promise<UploadClaim & { reportId: string; added: boolean }> {
  const store = () => storeLocalFile(tools.storage, filePath, facts.content_type);
  const file = await store();
  const report = newReportRow(facts, file);
  // A report uploaded by a person takes precedence over those loaded in bulk.
  const priority = facts.account_id === null ? "background" : "interactive";
  const work = inTransaction(tools.db, async (sql) => {
    if (facts.account_id !== null) await requireLiveAccount(sql, facts.account_id);
    if (facts.account_id !== null && upload?.readers)
      await keepReaders(sql, facts.account_id, upload.readers);
    const { report_id, added } = await insertReport(sql, report, upload);
    await keepFile(sql, tools.storage, { sha256: file.sha256, restore: store });
    const restarted = !added && (await restartDigest(sql, report_id));
    // The failed job may not have ended yet; under its key a second one would be dropped.
    const key = restarted ? `${report_id} ${makeId("job")}` : report_id;
    if (added || restarted) await tools.jobs.send(sql, digestJob, { report_id, priority }, { key, priority });
    const { account_id } = facts;
    const claim =
      upload === undefined || account_id === null
        ? UNPAID
        : await claimPayment(sql, { report_id, account_id, payment_id: upload.paymentId }, { added });
    return { reportId: report_id, added, ...claim };
  });
  return work.catch(async (error: unknown) => {
    await queueFileRemoval(tools.jobs, tools.db, [file.sha256]).catch(() => {});
    throw error;
  });
}
