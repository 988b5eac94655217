import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { onTestFileEnd } from "../../../test/cleanup.ts";
import { freshDatabaseAddress } from "../../../test/database.ts";
import { urlOf } from "../../../test/database-name.ts";
import { type Database, migrate, openDatabase, readMigrations } from "../../platform/db/index.ts";
import { createAccount } from "../accounts/index.ts";
import { insertBuilder } from "./builders/store.ts";
import { ownershipOf } from "./owner.ts";
import { fireDue } from "./subscriptions/fire-due.ts";
import { checkSchedule, nextDue, nextDues } from "./subscriptions/schedule.ts";
import { insertSubscription } from "./subscriptions/store.ts";
import { listMisqueued, prepareQueue, queueRun } from "./testing/queue-run.ts";

const BEGIN = new Date("2026-03-01T00:00:00Z");
const END = new Date("2026-04-01T00:00:00Z");
const MINUTE = 60_000;

/** Of all kinds; in March the clocks change in both zones. */
const SCHEDULES = [
  { expression: "0 6 * * *", timeZone: "UTC" },
  { expression: "30 2 * * *", timeZone: "Europe/Berlin" },
  { expression: "0 9 * * 1-5", timeZone: "America/New_York" },
  { expression: "*/20 8-18 * * *", timeZone: "Asia/Tokyo" },
  { expression: "15 * * * *", timeZone: "UTC" },
  { expression: "0 0 1 * *", timeZone: "Europe/London" },
];

async function prepare(): Promise<{ db: Database; url: string; expected: string[] }> {
  const url = urlOf(await freshDatabaseAddress());
  const db = openDatabase(
    { url },
    { connectionsMax: 2, statementSecondsMax: 30, applicationName: "florin-test" },
  );
  onTestFileEnd(() => db.close());
  await migrate(db, readMigrations("migrations"));
  const accountId = await createAccount(db, "Test");
  const builder = { builder_id: "bld_test", name: "Test", description: null };
  const field_mapping = { Group: { field: { type: "number" as const } } };
  await insertBuilder(db, { ...builder, field_mapping, ...ownershipOf({ accountId, userId: null }) });
  const expected: string[] = [];
  for (const [index, schedule] of SCHEDULES.entries()) {
    const first = nextDue(schedule, BEGIN)?.toISOString() ?? null;
    await insertSubscription(db, {
      subscription_id: `sub_${index}`,
      builder_id: "bld_test",
      key_id: null,
      agent_category: index % 2 === 0 ? "AgentBuilder-Data" : "AgentBuilder-Report",
      subscription_name: `Subscription ${index}`,
      schedule_cron_expression: schedule.expression,
      time_zone: schedule.timeZone,
      next_due_at: first,
    });
    for (let due = nextDue(schedule, BEGIN); due && due < END; due = nextDue(schedule, due))
      expected.push(`sub_${index} ${due.toISOString()}`);
  }
  await prepareQueue(db);
  return { db, url, expected: expected.sort() };
}

/** The moments at which a scheduler does something, and each midnight and 3:33, when it mostly does not. */
function listTicks(expected: readonly string[]): number[] {
  const ticks = new Set(expected.map((due) => Date.parse(due.split(" ")[1] ?? "")));
  for (let day = BEGIN.getTime(); day < END.getTime(); day += 24 * 60 * MINUTE)
    ticks.add(day).add(day + 213 * MINUTE);
  return [...ticks].sort((a, b) => a - b);
}

async function fired(db: Database): Promise<string[]> {
  const rows = await db<{ subscription_id: string; due_at: string }>`
    select subscription_id, due_at from agent_run where due_at < ${END.toISOString()}`;
  return rows.map(({ subscription_id, due_at }) => `${subscription_id} ${due_at}`).sort();
}

describe("a month of subscriptions", () => {
  it("fires and queues every due time exactly once on one node", async () => {
    const { db, expected } = await prepare();
    expect(expected.length).toBeGreaterThan(1_500);
    for (const now of listTicks(expected)) await fireDue({ db, queueRun }, new Date(now));
    expect(await fired(db)).toEqual(expected);
    expect(await listMisqueued(db)).toEqual([]);
  });

  it("fires and queues every due time exactly once on three nodes, one of them killed in between", async () => {
    const { db, url, expected } = await prepare();
    const node = new URL("./testing/scheduler-node.ts", import.meta.url);
    const nodes = Array.from({ length: 3 }, () => fork(node, [url]));
    onTestFileEnd(() => {
      for (const child of nodes) child.kill("SIGKILL");
    });
    const cancelled = new Map(nodes.map((child) => [child, once(child, "exit")]));
    const tick = async (child: ChildProcess, now: number) => {
      child.send(new Date(now).toISOString());
      await Promise.race([once(child, "message"), cancelled.get(child)]);
    };
    const half = (BEGIN.getTime() + END.getTime()) / 2;
    for (const now of listTicks(expected)) {
      const alive = nodes.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      const done = Promise.all(alive.map((child) => tick(child, now)));
      // In the middle of its work, whatever that is just then.
      if (now >= half) nodes[1]?.kill("SIGKILL");
      await done;
    }
    expect(nodes[1]?.signalCode).toBe("SIGKILL");
    // What the dead node was doing is done within the time a due time may be late.
    await fireDue({ db, queueRun }, new Date(END.getTime() - MINUTE));
    expect(await fired(db)).toEqual(expected);
    expect(await listMisqueued(db)).toEqual([]);
  });

  it("catches up once after downtime, and never fires a due time twice", async () => {
    const { db } = await prepare();
    await fireDue({ db, queueRun }, new Date("2026-03-10T12:07:00Z"));
    await fireDue({ db, queueRun }, new Date("2026-03-10T12:07:00Z"));
    const rows = await db<{ subscription_id: string; count: number }>`
      select subscription_id, count(*)::int as count from agent_run group by 1 order by 1`;
    expect(rows.map(({ count }) => count)).toEqual(rows.map(() => 1));
    expect(rows).toHaveLength(5);
  });
});

describe("a schedule", () => {
  const detail = (expression: string, timeZone = "UTC") => {
    try {
      checkSchedule({ expression, timeZone });
      return null;
    } catch (error) {
      return (error as { detail: string }).detail;
    }
  };

  it("has five fields and a time zone, and is due on at least one day", () => {
    expect(detail("0 6 * * 1")).toBeNull();
    expect(detail("0 6 * * 1", "Europe/Nowhere")).toContain("time_zone");
    for (const wrong of ["", "* * * *", "0 0 6 * * 1", "61 * * * *", "a b c d e", "0 0 30 2 *"])
      expect(detail(wrong)).toContain("schedule_cron_expression");
  });

  it("keeps the hour of its time zone when clocks change", () => {
    const dues = nextDues(
      { expression: "0 9 * * *", timeZone: "Europe/Berlin" },
      new Date("2026-03-28T00:00:00Z"),
      2,
    );
    expect(dues.map((due) => due.toISOString())).toEqual([
      "2026-03-28T08:00:00.000Z",
      "2026-03-29T07:00:00.000Z",
    ]);
  });
});
