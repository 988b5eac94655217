/** Work done later: durable jobs in the same database, each done once over all nodes, retried when a node dies. */
import { PgBoss } from "pg-boss";
import type { z } from "zod";
import { Failure } from "../../kernel/errors.ts";
import type { AnyJob, Job } from "../../kernel/job.ts";
import { type Database, listen } from "../db/index.ts";
import type { Log } from "../log/index.ts";
import type { Trace } from "../telemetry/index.ts";

/** What somebody waits for is done before what nobody does. */
export type Rank = "awaited" | "in turn";

export interface Jobs {
  /** Queues a job. With a key, a second one is dropped while the first still waits or runs. */
  send: <P extends z.ZodType>(
    job: Pick<Job<string, P>, "name" | "payload">,
    payload: z.input<P>,
    key?: string,
    rank?: Rank,
  ) => Promise<void>;
  /** Declares the jobs there are and, on a node that works, begins to do them. */
  start: (jobs: readonly AnyJob[]) => Promise<void>;
  /** Lets go of running jobs; they are done again by the next node that works. */
  stop: () => Promise<void>;
}

export interface JobOptions {
  log: Log;
  /** False on a node that only answers requests. */
  work: boolean;
  /** Where traces are wanted: makes each job a trace of its own. */
  trace?: Trace | undefined;
}

const STOP_MILLISECONDS = 5_000;
/** A worker that dies is noticed by its silence, long before the job's own time is over. */
const HEARTBEAT_SECONDS = 10;
const SUPERVISE_SECONDS = 5;
/** A new job is announced. Looking for jobs finds those to be tried again, and all of them while announcements fail. */
const LOOK_SECONDS = { announced: 5, unannounced: 0.5 };

export async function openJobs(db: Database, options: JobOptions): Promise<Jobs> {
  const { log, work, trace } = options;
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => db.pool.query(text, values),
      listen: (channel, hear, again) => listen(db, channel, { hear, again }),
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
  // Every job is safe to repeat, so a stopping node lets go of its work at once instead of finishing it.
  const stopping = new AbortController();
  return {
    async send(job, payload, key, rank = "in turn") {
      await boss.send(job.name, job.payload.parse(payload) as object, {
        ...(key === undefined ? {} : { singletonKey: key }),
        priority: rank === "awaited" ? 1 : 0,
      });
    },
    async start(jobs) {
      for (const job of jobs) await prepareQueue(boss, job);
      if (!work) return;
      for (const job of jobs) await startWorkers(boss, job, { log, trace, stopping: stopping.signal });
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
    retentionSeconds: 86_400,
  };
  await boss.createQueue(job.name, { ...settings, policy: "exclusive", notify: true });
  await boss.updateQueue(job.name, { ...settings, notify: true });
  if (job.schedule) await boss.schedule(job.name, job.schedule, {});
}

interface WorkerSurroundings {
  log: Log;
  trace: Trace | undefined;
  stopping: AbortSignal;
}

async function startWorkers(boss: PgBoss, job: AnyJob, surroundings: WorkerSurroundings): Promise<void> {
  for (let worker = 0; worker < (job.atOnce ?? 1); worker++) await startWorker(boss, job, surroundings);
}

async function startWorker(boss: PgBoss, job: AnyJob, surroundings: WorkerSurroundings): Promise<void> {
  const { log, stopping } = surroundings;
  const run = tracedRun(job, surroundings.trace);
  const options = {
    pollingIntervalSeconds: LOOK_SECONDS.unannounced,
    notifyPollingIntervalSeconds: LOOK_SECONDS.announced,
    batchSize: 1,
  };
  const worker = await boss.work(job.name, options, async ([queued]) => {
    // Where one job was, more may wait: it looks again at once when this one is done.
    boss.notifyWorker(worker);
    if (!queued) return;
    const signal = AbortSignal.any([
      queued.signal,
      stopping,
      AbortSignal.timeout(job.timeoutSeconds * 1_000),
    ]);
    try {
      await run(queued, signal);
    } catch (error) {
      if (!stopping.aborted) log.warn({ err: error, job: job.name, job_id: queued.id }, "job failed");
      // An expected failure would only fail again.
      if (error instanceof Failure && error.status < 500) return;
      throw error;
    }
  });
}

interface Queued {
  id: string;
  data: unknown;
}

function tracedRun(job: AnyJob, trace: Trace | undefined) {
  const run = async ({ data }: Queued, signal: AbortSignal) => {
    await job.run(job.payload.parse(data ?? {}), signal);
  };
  if (!trace) return run;
  return (queued: Queued, signal: AbortSignal) => {
    const facts = { "florin.job": job.name, "florin.job_id": queued.id };
    return trace({ name: `job ${job.name}`, begins: true, facts }, () => run(queued, signal));
  };
}
