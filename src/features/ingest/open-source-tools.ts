import path from "node:path";
import type { Database } from "../../platform/db/index.ts";
import {
  makeGuardedFetch,
  makePageFetch,
  makeRetryingFetch,
  RETRY_DEFAULTS,
  type RetryOptions,
} from "../../platform/fetch/index.ts";
import type { ReportTools } from "../reports/index.ts";
import type { DownloadProgress, SourceTools } from "./source.ts";

export interface SourceSettings {
  dataFolder: string;
  /** Publishers ask for a contact address of those who load their data. */
  userAgent: string;
  /** Only for a mirror or a test on this machine. */
  allowLocal: boolean;
  patience?: RetryOptions;
  onDownloadProgress?: (progress: DownloadProgress) => void;
  reports?: ReportTools;
  s3?: SourceTools["s3"];
}

/** The SEC allows ten requests a second; no other publisher is queried more often either. */
const PAUSE_MILLISECONDS = 110;

export function openSourceTools(db: Database, settings: SourceSettings, signal: AbortSignal): SourceTools {
  const download = makeGuardedFetch({ userAgent: settings.userAgent, allowLocal: settings.allowLocal });
  return {
    db,
    download,
    fetch: makeRetryingFetch(
      makePageFetch(download, { pauseMilliseconds: PAUSE_MILLISECONDS }),
      settings.patience ?? RETRY_DEFAULTS,
    ),
    onDownloadProgress: settings.onDownloadProgress ?? (() => {}),
    folder: path.join(settings.dataFolder, "sources"),
    reports: settings.reports ?? null,
    s3: settings.s3 ?? null,
    now: new Date(),
    signal,
  };
}
