import { expect, it } from "vitest";
import { z } from "zod";
import { freshDatabase } from "../../../test/database.ts";
import { startStopwatch } from "../../../test/stopwatch.ts";
import { Failure } from "../../kernel/errors.ts";
import { defineJob } from "../../kernel/job.ts";
import { inTransaction, type Sql } from "../db/index.ts";
import { openLog } from "../log/index.ts";
import type { JobFacts, Trace } from "../telemetry/index.ts";
import { openJobs } from "./index.ts";

const log = openLog("silent");

it("runs interactive jobs before background jobs", async () => {
  const db = await freshDatabase();
  const { job, done } = recordingJob();
  const asking = await openJobs(db, { log, work: false });
  await asking.start([job]);
  for (const name of ["first", "second", "third"]) await asking.send(db, job, { name }, { key: name });
  await asking.send(db, job, { name: "awaited" }, { key: "awaited", priority: "interactive" });
  const working = await openJobs(db, { log, work: true });
  await working.start([job]);
  await expect.poll(() => done).toEqual(["awaited", "first", "second", "third"]);
  await working.stop();
  await asking.stop();
});

it("starts a job as soon as it is sent, and the next when one is done", async () => {
  const { db, jobs, job, done } = await startRecordingJobs();
  const names = Array.from({ length: 30 }, (_, index) => `note ${index}`);
  const readMilliseconds = startStopwatch();
  for (const name of names) await jobs.send(db, job, { name }, { key: name });
  await expect.poll(() => done, { interval: 10 }).toHaveLength(names.length);
  // Looking every half second it would take fifteen.
  expect(readMilliseconds()).toBeLessThan(7_000);
  await jobs.stop();
});

it("receives jobs again after its connection was cut", async () => {
  const { db, jobs, job, done } = await startRecordingJobs();
  const listening = await db<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`;
  expect(listening).toHaveLength(1);
  await db`select pg_terminate_backend(pid) from unnest(${listening.map(({ pid }) => pid)}::int[]) as pid`;
  await jobs.send(db, job, { name: "sent while deaf" }, { key: "deaf" });
  await expect.poll(() => done).toContain("sent while deaf");
  const received = () =>
    db`select 1 from pg_stat_activity where datname = current_database() and query like 'listen %'`;
  await expect.poll(received).toHaveLength(1);
  await jobs.stop();
});

it("runs a job that was sent in a transaction only after the commit", async () => {
  const { db, jobs, job, done } = await startRecordingJobs();
  const send = (name: string) => (sql: Sql) => jobs.send(sql, job, { name }, { key: name });
  await expect(
    inTransaction(db, async (sql) => {
      await send("rolled back")(sql);
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await inTransaction(db, send("committed"));
  await expect.poll(() => done).toEqual(["committed"]);
  expect(await db`select 1 from jobs.job where singleton_key = 'rolled back'`).toEqual([]);
  await jobs.stop();
});

it("drops schedules of removed jobs, and runs repairs at the start", async () => {
  const db = await freshDatabase();
  const { job, done } = recordingJob();
  const idle = { payload: z.object({}), attemptsMax: 1, timeoutSeconds: 60 };
  const old = defineJob({ ...idle, name: "test.old", schedule: "* * * * *", run: async () => {} });
  const repair = defineJob({
    ...idle,
    name: "test.repair",
    atStart: true,
    run: async () => void done.push("repaired"),
  });
  const before = await openJobs(db, { log, work: true });
  await before.start([old]);
  await before.stop();
  const after = await openJobs(db, { log, work: true });
  await after.start([job, repair]);
  await expect.poll(() => done).toEqual(["repaired"]);
  expect(await db`select name from jobs.schedule`).toEqual([]);
  await after.stop();
});

it("reports every attempt with its outcome", async () => {
  const db = await freshDatabase();
  const seen: JobFacts[] = [];
  const base = { payload: z.object({}), timeoutSeconds: 60, atStart: true as const };
  let attempts = 0;
  const flaky = defineJob({
    ...base,
    name: "test.flaky",
    attemptsMax: 2,
    run: async () => {
      if (++attempts === 1) throw new Error("not yet");
    },
  });
  const refused = defineJob({
    ...base,
    name: "test.refused",
    attemptsMax: 3,
    run: async () => {
      throw new Failure("report_not_found");
    },
  });
  const jobs = await openJobs(db, { log, work: true, observe: (facts) => seen.push(facts) });
  await jobs.start([flaky, refused]);
  const outcomes = () => seen.map(({ job, outcome }) => `${job} ${outcome}`).toSorted();
  await expect
    .poll(outcomes, { timeout: 20_000 })
    .toEqual(["test.flaky done", "test.flaky repeated", "test.refused refused"]);
  expect(seen.every(({ seconds }) => seconds >= 0)).toBe(true);
  await jobs.stop();
});

it("makes every attempt a trace of its own that names what sent the job", async () => {
  const db = await freshDatabase();
  const steps: { name: string; causedBy: string | undefined; attempt: unknown }[] = [];
  const trace: Trace = ({ name, causedBy, facts }, work) => {
    steps.push({ name, causedBy, attempt: facts["florin.job_attempt"] });
    return work(() => {}, "a context");
  };
  const received: unknown[] = [];
  const job = defineJob({
    name: "test.flaky",
    // Strict: what the trace adds is no field of the job.
    payload: z.strictObject({ name: z.string() }),
    attemptsMax: 2,
    timeoutSeconds: 60,
    run: async (payload) => {
      received.push(payload);
      if (received.length === 1) throw new Error("not yet");
    },
  });
  const jobs = await openJobs(db, { log, work: true, trace });
  await jobs.start([job]);
  await jobs.send(db, job, { name: "a note" }, { key: "a" });
  await expect.poll(() => received).toEqual([{ name: "a note" }, { name: "a note" }]);
  expect(steps).toEqual([
    { name: "send test.flaky", causedBy: undefined, attempt: undefined },
    { name: "job test.flaky", causedBy: "a context", attempt: 1 },
    { name: "job test.flaky", causedBy: "a context", attempt: 2 },
  ]);
  await jobs.stop();
});

function recordingJob() {
  const done: string[] = [];
  const job = defineJob({
    name: "test.note",
    payload: z.object({ name: z.string() }),
    attemptsMax: 1,
    timeoutSeconds: 60,
    run: async ({ name }) => void done.push(name),
  });
  return { job, done };
}

async function startRecordingJobs() {
  const db = await freshDatabase();
  const { job, done } = recordingJob();
  const jobs = await openJobs(db, { log, work: true });
  await jobs.start([job]);
  return { db, jobs, job, done };
}
