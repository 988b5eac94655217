/** Background work: durable jobs in the same database, each done once across all nodes, retried when a node dies. */
import { PgBoss } from "pg-boss";
import { z } from "zod";
import { Failure } from "../../kernel/errors.ts";
import type { AnyJob, Job } from "../../kernel/job.ts";
import { type Database, listen, type Sql } from "../db/index.ts";
import type { Log } from "../log/index.ts";
import type { JobFacts, Trace } from "../telemetry/index.ts";

/** Jobs that a person waits for run before the others. */
export type Priority = "interactive" | "background";

export interface SendOptions {
  /** A second job with the same key is dropped while the first waits or runs. */
  key: string;
  priority?: Priority;
}

export interface Jobs {
  /**
   * Queues a job in the transaction that makes it necessary, so that neither exists without the other. It starts on
   * commit.
   */
  send: <P extends z.ZodType>(
    sql: Sql,
    job: Pick<Job<string, P>, "name" | "payload">,
    payload: z.input<P>,
    options: SendOptions,
  ) => Promise<void>;
  /** Declares the jobs and, on a worker, starts running them. */
  start: (jobs: readonly AnyJob[]) => Promise<void>;
  /** Abandons running jobs; the next worker repeats them. */
  stop: () => Promise<void>;
}

export interface JobOptions {
  log: Log;
  /** False on a node that only serves requests. */
  work: boolean;
  /** When tracing is on: makes each attempt a separate trace that refers to the call that sent the job. */
  trace?: Trace | undefined;
  /** Called at the end of every attempt. */
  observe?: ((facts: JobFacts) => void) | undefined;
}

const STOP_MILLISECONDS = 5_000;
/** A dead worker is noticed by its missing heartbeat, long before the job times out. */
const HEARTBEAT_SECONDS = 10;
const SUPERVISE_SECONDS = 5;
/** Nothing queues a job again, so one waiting behind a hundred thousand others must not be dropped. */
const WAITING_SECONDS_MAX = 365 * 86_400;
/** New jobs are announced. Polling finds jobs to retry, and all jobs while announcements fail. */
const POLL_SECONDS = { announced: 5, unannounced: 0.5 };

export async function openJobs(db: Database, options: JobOptions): Promise<Jobs> {
  const { log, work, trace, observe = () => {} } = options;
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => db.pool.query(text, values),
      listen: (channel, nextMessage, again) => listen(db, channel, { nextMessage, again }),
    },
    schema: "jobs",
    useListenNotify: work,
    schedule: work,
    supervise: work,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on("error", (error) => log.warn({ err: error }, "jobs"));
  await boss.start();
  // Every job is safe to repeat, so a stopping node abandons its work immediately instead of finishing it.
  const stopping = new AbortController();
  return {
    async send(sql, job, payload, { key, priority }) {
      const data = job.payload.parse(payload) as object;
      const settings = {
        singletonKey: key,
        priority: priority === "interactive" ? 1 : 0,
        db: {
          executeSql: async (text: string, values: unknown[] = []) => ({
            rows: await sql.run({ text, values }),
          }),
        },
      };
      if (!trace) return void (await boss.send(job.name, data, settings));
      await trace({ name: `send ${job.name}`, facts: { "florin.job": job.name } }, (_, context) =>
        boss.send(job.name, context === null ? data : { ...data, [SENT_BY]: context }, settings),
      );
    },
    async start(jobs) {
      for (const job of jobs) await prepareQueue(boss, job);
      if (!work) return;
      await dropOldSchedules(boss, jobs);
      for (const job of jobs)
        await startWorkers(boss, job, { log, trace, observe, stopping: stopping.signal });
      for (const job of jobs) if (job.atStart) await boss.send(job.name, {}, { singletonKey: "start" });
    },
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: STOP_MILLISECONDS });
    },
  };
}

async function prepareQueue(boss: PgBoss, job: AnyJob): Promise<void> {
  const settings = {
    retryLimit: job.attemptsMax - 1,
    retryBackoff: true,
    retryDelay: 1,
    retryDelayMax: 300,
    expireInSeconds: job.timeoutSeconds + 30,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retentionSeconds: WAITING_SECONDS_MAX,
  };
  await boss.createQueue(job.name, { ...settings, policy: "exclusive", notify: true });
  await boss.updateQueue(job.name, { ...settings, notify: true });
  if (job.schedule) await boss.schedule(job.name, job.schedule, {});
}

/** Schedules of an earlier version: their jobs would pile up, because no worker takes them. */
async function dropOldSchedules(boss: PgBoss, jobs: readonly AnyJob[]): Promise<void> {
  const scheduled = new Set(jobs.filter(({ schedule }) => schedule).map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name);
}

interface WorkerOptions {
  log: Log;
  trace: Trace | undefined;
  observe: (facts: JobFacts) => void;
  stopping: AbortSignal;
}

async function startWorkers(boss: PgBoss, job: AnyJob, options: WorkerOptions): Promise<void> {
  for (let worker = 0; worker < (job.concurrency ?? 1); worker++) await startWorker(boss, job, options);
}

async function startWorker(boss: PgBoss, job: AnyJob, options: WorkerOptions): Promise<void> {
  const { log, trace, observe, stopping } = options;
  const run = tracedRun(job, trace);
  const polling = {
    pollingIntervalSeconds: POLL_SECONDS.unannounced,
    notifyPollingIntervalSeconds: POLL_SECONDS.announced,
    batchSize: 1,
    includeMetadata: true as const,
  };
  const worker = await boss.work(job.name, polling, async ([queued]) => {
    // More may be waiting: the worker checks again when this job is done.
    boss.notifyWorker(worker);
    if (!queued) return;
    const signal = AbortSignal.any([
      queued.signal,
      stopping,
      AbortSignal.timeout(job.timeoutSeconds * 1_000),
    ]);
    const startedAt = performance.now();
    const end = (outcome: JobFacts["outcome"]) =>
      observe({ job: job.name, outcome, seconds: (performance.now() - startedAt) / 1_000 });
    try {
      await run(queued, signal);
      end("done");
    } catch (error) {
      if (!stopping.aborted) log.warn({ err: error, job: job.name, job_id: queued.id }, "job failed");
      // An expected failure would only fail again.
      if (error instanceof Failure && error.status < 500) return end("refused");
      end("repeated");
      throw error;
    }
  });
}

interface QueuedJob {
  id: string;
  data: unknown;
  retryCount: number;
}

/** Next to the fields of a job: the context of the trace that sent it. */
const SENT_BY = "sent_by_trace";
const SentBy = z.object({ [SENT_BY]: z.string().max(100).optional() });

function tracedRun(job: AnyJob, trace: Trace | undefined) {
  const run = async ({ data }: QueuedJob, signal: AbortSignal) => {
    const { [SENT_BY]: _, ...payload } = Object(data) as Record<string, unknown>;
    await job.run(job.payload.parse(payload), signal);
  };
  if (!trace) return run;
  return (queued: QueuedJob, signal: AbortSignal) => {
    const attempt = queued.retryCount + 1;
    const facts = { "florin.job": job.name, "florin.job_id": queued.id, "florin.job_attempt": attempt };
    const causedBy = SentBy.safeParse(queued.data).data?.[SENT_BY];
    return trace({ name: `job ${job.name}`, begins: true, causedBy, facts }, () => run(queued, signal));
  };
}
