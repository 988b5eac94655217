import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { type AnyJob, defineJob } from "../../../kernel/job.ts";
import { type Database, inTransaction } from "../../../platform/db/index.ts";
import type { GuardedFetch } from "../../../platform/fetch/index.ts";
import type { Jobs } from "../../../platform/jobs/index.ts";
import { keepFile, queueFileRemoval } from "../../accounts/index.ts";
import { certify } from "../digest/certify.ts";
import { type ReadingTools, readStoredFile } from "../digest/read-stored-file.ts";
import { fetchToStorage } from "./fetch-to-storage.ts";
import { packageResult } from "./package-result.ts";
import {
  findParseJob,
  finishParseJob,
  listUnfinishedParseJobs,
  type ParseFile,
  type ParseJobRow,
  recordParseFile,
  updateParseJob,
} from "./store.ts";

export const parseJob = { name: "parser.run", payload: z.object({ job_id: z.string() }) } as const;

export interface ParserTools extends ReadingTools {
  db: Database;
  jobs: Jobs;
  fetch: GuardedFetch;
}

const REPAIRS_MAX = 500;
const ENDED: ReadonlySet<ParseJobRow["state"]> = new Set(["ready", "failed", "cancelled"]);

export const parserJobs = (tools: ParserTools): readonly AnyJob[] => [
  defineJob({
    ...parseJob,
    attemptsMax: 300,
    timeoutSeconds: 1_200,
    async run({ job_id }, signal) {
      const job = await findParseJob(tools.db, job_id);
      if (!job || ENDED.has(job.state)) return;
      await runParseJob(tools, job, signal);
    },
  }),
  defineJob({
    name: "parser.pick-up",
    payload: z.object({}),
    atStart: true,
    attemptsMax: 3,
    timeoutSeconds: 300,
    // A job is written together with its row, so this finds only abandoned jobs or those of an older version.
    async run() {
      for (const { job_id } of await listUnfinishedParseJobs(tools.db, REPAIRS_MAX))
        await tools.jobs.send(tools.db, parseJob, { job_id }, { key: job_id });
    },
  }),
];

async function runParseJob(tools: ParserTools, job: ParseJobRow, signal: AbortSignal): Promise<void> {
  const { db, storage } = tools;
  const startedAt = new Date().toISOString();
  const sha256 = await copyToStorage(tools, job, signal);
  if (sha256 === null) return;
  const cancelled = new AbortController();
  const record = async (change: Parameters<typeof updateParseJob>[2]) => {
    if (!(await updateParseJob(db, job.job_id, change))) cancelled.abort();
  };
  await record({ state: "reading" });
  if (cancelled.signal.aborted) return;
  const read = await readStoredFile(tools, sha256, {
    signal: AbortSignal.any([signal, cancelled.signal]),
    onProgress: (page) => record({ pages_done: page }),
  }).catch((error: unknown) => {
    if (!cancelled.signal.aborted) throw error;
  });
  if (!read) return;
  const { reading, pages, extract } = read;
  if (reading.outcome === "failed") {
    const reason = `${reading.reason}: ${reading.detail}`;
    return record({ state: "failed", reason });
  }
  if (
    !(await recordFile(tools, job, { column: "extract_sha256", sha256: extract.sha256 })) ||
    cancelled.signal.aborted
  )
    return;
  const bytes = (await storage.size(sha256)) ?? 0;
  const archive = await packageResult(storage, extract.sha256);
  if (!(await recordFile(tools, job, { column: "package_sha256", sha256: archive.sha256 }))) return;
  const certificate = certify({ file_sha256: sha256, file_bytes: bytes }, { reading, pages, startedAt });
  await finishParseJob(db, job.job_id, certificate);
}

/** False when the job was erased in the meantime: then its file is removed, because nothing else would. */
async function recordFile(
  { db, storage, jobs }: ParserTools,
  { job_id }: ParseJobRow,
  { column, sha256 }: { column: ParseFile; sha256: string },
): Promise<boolean> {
  return inTransaction(db, async (sql) => {
    const isRecorded = await recordParseFile(sql, job_id, { column, sha256 });
    if (isRecorded) await keepFile(sql, storage, { sha256 });
    else await queueFileRemoval(jobs, sql, [sha256]);
    return isRecorded;
  });
}

/** Null when the file could not be fetched, which the job then reports, or when the job was erased. */
async function copyToStorage(
  tools: ParserTools,
  job: ParseJobRow,
  signal: AbortSignal,
): Promise<string | null> {
  if (job.file_sha256 !== null) return job.file_sha256;
  await updateParseJob(tools.db, job.job_id, { state: "fetching" });
  try {
    const { sha256 } = await fetchToStorage(tools, job.pdf_url ?? "", signal);
    return (await recordFile(tools, job, { column: "file_sha256", sha256 })) ? sha256 : null;
  } catch (error) {
    // Our own outage is retried; it says nothing about the URL.
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    const reason = `${error.code}: ${error.detail ?? error.message}`;
    await updateParseJob(tools.db, job.job_id, { state: "failed", reason });
    return null;
  }
}
