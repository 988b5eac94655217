/**
 * Ingest: how data is loaded, from the demo to the public registers. Owns `ingest_load`, `ingest_run`,
 * `ingest_rejection`, `ingest_schedule` and `market`.
 */
export { checkOptions } from "./check-options.ts";
export { type DemoKey, ensureDemoAccount, findDemoKey } from "./demo-account.ts";
export { ingestJobs } from "./jobs.ts";
export { type DemoOptions, loadDemo } from "./load-demo.ts";
export { openSourceTools, type SourceSettings } from "./open-source-tools.ts";
export { ingestOperations } from "./operations.ts";
export { type IngestProgress, type IngestResult, runIngest } from "./running/run-ingest.ts";
export {
  EVERY_MINUTES,
  listNewestRuns,
  listSchedules,
  putSchedule,
  removeSchedule,
} from "./running/store.ts";
export type { DownloadProgress, Source } from "./source.ts";
export { requireSource, SOURCES } from "./sources/all-sources.ts";
