import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  type DownloadProgress,
  type IngestResult,
  openSourceTools,
  requireSource,
  runIngest,
  type SourceSettings,
} from "../../src/features/ingest/index.ts";
import type { ReportTools } from "../../src/features/reports/index.ts";
import type { Database } from "../../src/platform/db/index.ts";
import { onTestFileEnd } from "../cleanup.ts";

/** A folder for fetched files and for files the test writes. */
export function openLoading(db: Database, reports?: ReportTools, s3?: SourceSettings["s3"]) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "florin-ingest-"));
  onTestFileEnd(() => rmSync(folder, { recursive: true, force: true }));
  const settings = {
    dataFolder: folder,
    userAgent: "florin-test",
    allowLocal: true,
    ...(reports ? { reports } : {}),
    ...(s3 ? { s3 } : {}),
    patience: { attemptsMax: 4, firstWaitSeconds: 0.01, waitSecondsMax: 1 },
  };
  const fetched: DownloadProgress[] = [];
  return {
    folder,
    fetched,
    write(name: string, content: string | Uint8Array): string {
      const file = path.join(folder, name);
      writeFileSync(file, content);
      return file;
    },
    load(
      source: string,
      location: string,
      options: Record<string, string> = {},
      dryRun = false,
    ): Promise<IngestResult> {
      const onDownloadProgress = (fetching: DownloadProgress) => fetched.push(fetching);
      const tools = openSourceTools(db, { ...settings, onDownloadProgress }, new AbortController().signal);
      return runIngest(tools, requireSource(source), {
        location,
        options: withDate(source, location, options),
        dryRun,
      });
    },
  };
}

/** Local lists do not say their date; today's unless the test gives one. */
function withDate(source: string, location: string, options: Record<string, string>) {
  const isAsked = requireSource(source).options.some(({ name }) => name === "date");
  if (!isAsked || /^https?:/.test(location) || hasDate(options["mapping"])) return options;
  return { date: new Date().toISOString().slice(0, 10), ...options };
}

function hasDate(mapping: string | undefined): boolean {
  if (mapping === undefined || !existsSync(mapping)) return false;
  return readFileSync(mapping, "utf8").includes('"date"');
}

/** What a load did, without what differs each time. */
export const countsOf = ({ added, changed, unchanged, skipped, rejected }: IngestResult) => ({
  added,
  changed,
  unchanged,
  skipped,
  rejected,
});
