import { createHash } from "node:crypto";
import { OperatorError } from "../../../kernel/operator-error.ts";
import { type Database, inTransaction, type Sql, whileLocked } from "../../../platform/db/index.ts";
import { checkOptions } from "../check-options.ts";
import type { Counts, Entry, OpenSource, Source, SourceRequest, SourceTools } from "../source.ts";
import {
  addFailedRun,
  addIssues,
  advanceRun,
  beginRun,
  closeCutOff,
  endRun,
  findUnfinished,
  type IngestRun,
  type Rejection,
  resumeRun,
} from "./store.ts";

const BATCH = 1_000;
const REASON_LENGTH_MAX = 1_000;
/** Only the first rejections are stored with their lines: a broken file must not fill the database. */
const REJECTIONS_MAX = 1_000;

export interface IngestProgress extends IngestRun {
  seconds: number;
  /** Entries processed since this start: those of an earlier start do not count for its speed. */
  sinceStart: number;
}

export interface IngestRequest extends SourceRequest {
  progress?: (run: IngestProgress) => void;
}

export interface IngestResult extends IngestRun {
  dry_run: boolean;
  resumed_at: number;
  seconds: number;
  rejections: Rejection[];
  warnings: Rejection[];
}

/**
 * Reads a source to its end. Each batch commits together with its position: whatever kills the load, the next start
 * continues from there and writes nothing twice. An unusable line is rejected with its reason and the load continues.
 */
export async function runIngest(
  tools: SourceTools,
  source: Source,
  input: IngestRequest,
): Promise<IngestResult> {
  checkOptions(source, input.options);
  const result = await whileLocked(tools.db, `ingest ${source.name}`, async () => {
    if (!input.dryRun) await closeCutOff(tools.db, source.name);
    const opened = await openOrReport(tools, source, input);
    const what = { ...opened, version: versionOf(opened, input) };
    const run = await (input.dryRun ? makeDryRun(source, what) : requireRun(tools.db, source, what));
    return load(tools, opened, run, input);
  });
  if (result === null) throw new OperatorError(`${source.name} is already being loaded.`);
  return result;
}

/** A source that cannot be opened is a failed load, so that monitoring sees it. */
async function openOrReport(
  tools: SourceTools,
  source: Source,
  input: IngestRequest,
): Promise<OpenSource<unknown>> {
  try {
    return await source.open(tools, input);
  } catch (error) {
    if (!input.dryRun && !tools.signal.aborted)
      await addFailedRun(tools.db, {
        source: source.name,
        location: input.location,
        reason: reasonOf(error),
      });
    throw error;
  }
}

/** The same content read with other options is another load: half of each would be neither. */
function versionOf({ version }: OpenSource<unknown>, { options }: SourceRequest): string {
  const reported = Object.entries(options).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (reported.length === 0) return version;
  const hash = createHash("sha256").update(JSON.stringify(reported)).digest("hex").slice(0, 16);
  return `${version}:${hash}`;
}

async function requireRun(
  db: Database,
  source: Source,
  { location, version, totalUnits }: OpenSource<unknown>,
): Promise<IngestRun> {
  const what = { source: source.name, location, version };
  const unfinished = await findUnfinished(db, what);
  if (!unfinished) return beginRun(db, { ...what, total_units: totalUnits });
  await resumeRun(db, unfinished.run_no);
  return unfinished;
}

function makeDryRun(source: Source, { location, version, totalUnits }: OpenSource<unknown>): IngestRun {
  const now = new Date().toISOString();
  const none = { position: 0, added: 0, changed: 0, unchanged: 0, skipped: 0, rejected: 0, warned: 0 };
  return {
    ...none,
    done_units: 0,
    run_no: 0,
    source: source.name,
    location,
    version,
    state: "running",
    total_units: totalUnits,
    reason: null,
    started_at: now,
    changed_at: now,
    finished_at: null,
  };
}

async function load(
  tools: SourceTools,
  opened: OpenSource<unknown>,
  run: IngestRun,
  input: IngestRequest,
): Promise<IngestResult> {
  const startedAt = performance.now();
  const resumedAt = run.position;
  const rejections: Rejection[] = [];
  const warnings: Rejection[] = [];
  const seconds = () => (performance.now() - startedAt) / 1_000;
  const write = input.dryRun ? rolledBack(tools.db) : committed(tools.db);
  try {
    const batches = inBatches(opened.entries(run.position), opened.batchMax ?? BATCH);
    for await (const batch of opened.readsAhead ? readAhead(batches) : batches) {
      tools.signal.throwIfAborted();
      const issues = await writeBatch(write, opened, run, batch);
      rejections.push(...issues.refused.slice(0, REJECTIONS_MAX - rejections.length));
      warnings.push(...issues.warned.slice(0, REJECTIONS_MAX - warnings.length));
      input.progress?.({ ...run, seconds: seconds(), sinceStart: run.position - resumedAt });
    }
    if (!input.dryRun) {
      await opened.finish?.(tools.db);
      await endRun(tools.db, run.run_no, { state: "done", reason: null });
    }
  } catch (error) {
    if (!input.dryRun) await endRun(tools.db, run.run_no, { state: "failed", reason: reasonOf(error) });
    throw error;
  }
  return {
    ...run,
    state: "done",
    dry_run: input.dryRun ?? false,
    resumed_at: resumedAt,
    seconds: seconds(),
    rejections,
    warnings,
  };
}

type InTransaction = (work: (sql: Sql) => Promise<void>) => Promise<void>;

const committed =
  (db: Database): InTransaction =>
  (work) =>
    inTransaction(db, work);

class RolledBack extends Error {}

/** Everything is executed and then rolled back: a dry run reports what would happen. */
const rolledBack =
  (db: Database): InTransaction =>
  async (work) => {
    try {
      await inTransaction(db, async (sql) => {
        await work(sql);
        throw new RolledBack();
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
    }
  };

async function writeBatch(
  write: InTransaction,
  opened: OpenSource<unknown>,
  run: IngestRun,
  batch: readonly Entry<unknown>[],
): Promise<{ refused: Rejection[]; warned: Rejection[] }> {
  const items = batch.flatMap((entry) => ("item" in entry ? [{ line: entry.line, item: entry.item }] : []));
  const unread = batch.flatMap((entry) =>
    "fault" in entry ? [{ line: entry.line, reason: entry.fault, excerpt: entry.excerpt }] : [],
  );
  const rowWarnings = batch.flatMap((entry) => ("item" in entry && entry.warning ? [entry.warning] : []));
  let refused: Rejection[] = [];
  let warned: Rejection[] = [];
  await write(async (sql) => {
    const counts = items.length > 0 ? await opened.write(sql, items) : NOTHING;
    refused = [...unread, ...(counts.faults ?? [])].map(withoutNuls);
    warned = [...rowWarnings, ...(counts.warnings ?? [])].map(withoutNuls);
    const next = {
      position: run.position + batch.length,
      added: run.added + counts.added,
      changed: run.changed + counts.changed,
      unchanged: run.unchanged + counts.unchanged,
      skipped: run.skipped + counts.skipped,
      rejected: run.rejected + refused.length,
      warned: run.warned + warned.length,
      done_units: batch.at(-1)?.units ?? run.done_units,
    };
    if (run.run_no > 0) {
      const { run_no: runNo } = run;
      await addIssues(sql, { runNo, taken: false }, refused.slice(0, room(run.rejected)));
      await addIssues(sql, { runNo, taken: true }, warned.slice(0, room(run.warned)));
      await advanceRun(sql, run.run_no, next);
    }
    Object.assign(run, next);
  });
  return { refused, warned };
}

const room = (kept: number) => Math.max(0, REJECTIONS_MAX - kept);
const NOTHING: Counts = { added: 0, changed: 0, unchanged: 0, skipped: 0 };

/** A line may be invalid because it cannot be stored; its rejection must be storable anyway. */
function withoutNuls({ line, reason, excerpt }: Rejection): Rejection {
  return { line, reason: reason.replaceAll("\0", ""), excerpt: excerpt.replaceAll("\0", "") };
}

async function* inBatches<T>(entries: AsyncIterable<T>, most: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Asks for the next item when one is handed out, so that reading and writing happen at the same time. */
async function* readAhead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = items.next();
      // Awaited in the next round; until then a failure must not count as unhandled.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await items.return(undefined);
  }
}

export function reasonOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(0, REASON_LENGTH_MAX);
}
