import type { Browser } from "../../../platform/browser/index.ts";
import { type Database, inTransaction } from "../../../platform/db/index.ts";
import type { Jobs } from "../../../platform/jobs/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import { keepFile, queueFileRemoval } from "../../accounts/index.ts";
import { storeLocalFile } from "../store-local-file.ts";
import { findWithoutRendition, saveRendition, saveRenditionFailure } from "./store.ts";

export interface RenditionTools {
  db: Database;
  storage: Storage;
  jobs: Jobs;
  /** Null when there is none: then HTML reports have no rendition. */
  browser: Browser | null;
}

const REASON_LENGTH_MAX = 500;

/**
 * Prints a report filed as HTML to PDF, for people and programs that need pages. The HTML stays the original: text,
 * passages and claims come from it. Safe to repeat.
 */
export async function printRendition(
  tools: RenditionTools,
  reportId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, storage, browser } = tools;
  const report = browser && (await findWithoutRendition(db, reportId));
  if (!report) return;
  const printing = await storage.withLocalFile(report.file_sha256, (html) =>
    browser.printPdf(html, (pdf) => storeLocalFile(storage, pdf, "application/pdf"), signal),
  );
  if (printing.outcome === "failed") {
    const reason = `${printing.reason}: ${printing.detail}`.slice(0, REASON_LENGTH_MAX);
    return saveRenditionFailure(db, reportId, reason);
  }
  const { sha256 } = printing.result;
  await inTransaction(db, async (sql) => {
    if (await saveRendition(sql, reportId, sha256)) return keepFile(sql, storage, { sha256 });
    // Deleted in the meantime, and nothing else will remove the file.
    return queueFileRemoval(tools.jobs, sql, [sha256]);
  });
}
