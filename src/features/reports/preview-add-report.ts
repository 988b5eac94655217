import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { ReportFacts, ReportTools } from "./add-report.ts";
import { hasReportOfFile } from "./store.ts";

/** What `addReport` would return, without adding the report. */
export async function previewAddReport(
  { db }: Pick<ReportTools, "db">,
  filePath: string,
  { account_id }: Pick<ReportFacts, "account_id">,
): Promise<{ added: boolean }> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(filePath), hash);
  return { added: !(await hasReportOfFile(db, account_id, hash.digest("hex"))) };
}
