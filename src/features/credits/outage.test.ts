import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { onTestFileEnd } from "../../../test/cleanup.ts";
import { freshDatabaseAddress } from "../../../test/database.ts";
import { startPostgresProxy } from "../../../test/postgres-proxy.ts";
import { type Database, openDatabase } from "../../platform/db/index.ts";
import { createAccount } from "../accounts/index.ts";
import { findBalance, grantCredits, insertKeyBudget, openLedger, verifyLedger } from "./index.ts";

const address = await freshDatabaseAddress();
const proxy = await startPostgresProxy(address);
const options = { connectionsMax: 12, statementSecondsMax: 30, applicationName: "florin-test" };
const db = open(address);
const ledger = openLedger(open(proxy.address), { outageMilliseconds: 300 });
const patient = openLedger(open(proxy.address), { outageMilliseconds: 60_000 });
let accountId: string;

function open(
  place: Parameters<typeof openDatabase>[0],
  more: { statementSecondsMax?: number } = {},
): Database {
  const opened = openDatabase(place, { ...options, ...more });
  onTestFileEnd(() => opened.close());
  return opened;
}

const spender = (more: { keyId?: string; callId?: string } = {}) => ({
  accountId,
  operationId: "companies.search",
  keyId: null,
  budgeted: more.keyId !== undefined,
  ...more,
});
const balance = () => findBalance(db, accountId);
const NOTHING_SPENT = { granted: 100, available: 100, held: 0, spent: 0 };

const throughProxy = open(proxy.address);
/** The outage of the test before may still last. */
const isReachable = () =>
  throughProxy`select 1`.then(
    () => true,
    () => false,
  );

beforeEach(async () => {
  await expect.poll(isReachable).toBe(true);
  accountId = await createAccount(db, "Test");
  await grantCredits(db, accountId, 100);
});

describe("a movement whose reply is lost", () => {
  it("is recognised and charged once when the database is back in time", async () => {
    const hold = await patient.hold(spender(), 5, 60);
    proxy.loseReply({ statement: /post_credits/, outageMilliseconds: 500 });
    expect(await hold.settle(3)).toMatchObject({ charged: 3 });
    proxy.loseReply({ statement: /post_charges/, outageMilliseconds: 500 });
    expect(await patient.charge(spender(), 2)).toMatchObject({ charged: 2 });
    expect(await balance()).toEqual({ granted: 100, available: 95, held: 0, spent: 5 });
  });

  it.each([
    ["settlement", async () => (await ledger.hold(spender(), 5, 60)).settle, /post_credits/],
    ["charge", async () => (credits: number) => ledger.charge(spender(), credits), /post_charges/],
    [
      "charge under a call id",
      async () => (credits: number) => ledger.charge(spender({ callId: `c-${accountId}` }), credits),
      /post_credits/,
    ],
    ["hold", async () => () => ledger.hold(spender(), 5, 60), /post_credits/],
  ])("is undone when the outage outlives the call: %s", async (_name, prepare, statement) => {
    const move = await prepare();
    const { happened } = proxy.loseReply({ statement, outageMilliseconds: 1_500 });
    await expect(move(3)).rejects.toMatchObject({ code: "database_unavailable" });
    await happened;
    await expect.poll(balance).toEqual(NOTHING_SPENT);
    expect((await verifyLedger(db)).faults).toEqual([]);
  });
});

describe("a process that is killed before it can undo a call", () => {
  it("leaves the undoing to the next process on the same data folder", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "florin-undo-"));
    onTestFileEnd(() => rmSync(folder, { recursive: true, force: true }));
    const limits = { outageMilliseconds: 200, journalFolder: folder };
    const dying = openDatabase(proxy.address, options);
    const hold = await openLedger(dying, limits).hold(spender(), 5, 60);
    proxy.loseReply({ statement: /post_credits/, outageMilliseconds: 2_000 });
    await expect(hold.settle(3)).rejects.toMatchObject({ code: "database_unavailable" });
    await dying.close();
    expect((await balance())?.spent).toBe(3);
    openLedger(db, limits);
    await expect.poll(balance).toEqual(NOTHING_SPENT);
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  });
});

describe("a full disk without room for the journal", () => {
  it("fails the call like any outage, and undoes it as long as the process lives", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "florin-undo-"));
    onTestFileEnd(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(path.join(folder, "a-file"), "");
    const complaints: unknown[] = [];
    const exposed = openLedger(open(proxy.address), {
      outageMilliseconds: 200,
      journalFolder: path.join(folder, "a-file", "journal"),
      onUndoFailed: (error) => complaints.push(error),
    });
    proxy.loseReply({ statement: /post_charges/, outageMilliseconds: 1_000 });
    await expect(exposed.charge(spender(), 3)).rejects.toMatchObject({ code: "database_unavailable" });
    expect(complaints).toMatchObject([{ code: "ENOTDIR" }]);
    await expect.poll(balance).toEqual(NOTHING_SPENT);
    expect(await exposed.charge(spender(), 2)).toMatchObject({ charged: 2 });
  });
});

describe("an undone call", () => {
  it("cannot be charged by a statement that arrives late", async () => {
    const callId = `late-${accountId}`;
    await patient.undo(accountId, callId);
    await expect(patient.charge(spender({ callId }), 3)).rejects.toMatchObject({
      code: "idempotency_in_progress",
    });
    await expect(patient.hold(spender({ callId }), 3, 60)).rejects.toMatchObject({
      code: "idempotency_in_progress",
    });
    expect(await balance()).toEqual(NOTHING_SPENT);
  });

  it("cannot be settled, because its hold is released", async () => {
    const callId = `held-${accountId}`;
    const hold = await patient.hold(spender({ callId }), 5, 60);
    await patient.undo(accountId, callId);
    await expect(hold.settle(5)).rejects.toMatchObject({ code: "time_limit" });
    expect(await balance()).toEqual(NOTHING_SPENT);
  });

  it("stays undone when it is undone again", async () => {
    const callId = `twice-${accountId}`;
    await patient.charge(spender({ callId }), 3);
    await patient.undo(accountId, callId);
    await patient.undo(accountId, callId);
    expect(await balance()).toEqual(NOTHING_SPENT);
  });
});

/** Holds the row of a key's budget until released. */
async function lockBudget(keyId: string): Promise<() => Promise<void>> {
  const client = await db.pool.connect();
  await client.query("begin");
  await client.query("select from credit_key_budget where key_id = $1 for update", [keyId]);
  return async () => {
    await client.query("rollback");
    client.release();
  };
}

async function isPostingBlocked(): Promise<boolean> {
  const rows = await db`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%post_credits%'`;
  return rows.length > 0;
}

async function countDeadlocks(): Promise<number> {
  await db`select pg_stat_clear_snapshot()`;
  const [row] = await db<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`;
  return row?.deadlocks ?? 0;
}

describe("a batch with a posting that fails", () => {
  it("charges the others, and fails only the posting whose row is locked", async () => {
    const keyId = `key_${accountId}`;
    await insertKeyBudget(db, keyId, 50);
    const release = await lockBudget(keyId);
    const settle = async () => (await patient.hold(spender(), 2, 60)).settle(2);
    const stuck = Promise.allSettled([ledger.charge(spender({ keyId }), 1)]);
    const others = await Promise.all([
      ...Array.from({ length: 28 }, () => ledger.charge(spender(), 1)),
      settle(),
      settle(),
    ]);
    expect(others).toHaveLength(30);
    expect(await stuck).toMatchObject([{ status: "rejected", reason: { code: "overloaded" } }]);
    await release();
    await expect.poll(balance).toEqual({ granted: 100, available: 68, held: 0, spent: 32 });
  });

  it("charges the others, and fails only the posting whose statement takes too long", async () => {
    const impatient = openLedger(open(address, { statementSecondsMax: 1 }), { outageMilliseconds: 300 });
    const keyId = `key_${accountId}`;
    await insertKeyBudget(db, keyId, 50);
    const release = await lockBudget(keyId);
    // Its turn in the same batch comes after the others; the statement is cancelled before the lock's own limit.
    const [stuck, ...others] = await Promise.allSettled([
      impatient.charge(spender({ keyId }), 1),
      ...Array.from({ length: 20 }, () => impatient.charge(spender({ callId: randomUUID() }), 1)),
    ]);
    expect(stuck).toMatchObject({
      status: "rejected",
      reason: { code: "overloaded", cause: { code: "57014" } },
    });
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set(["fulfilled"]));
    await release();
    await expect.poll(balance).toEqual({ granted: 100, available: 80, held: 0, spent: 20 });
    expect((await verifyLedger(db)).faults).toEqual([]);
  });

  it("charges every call once when the database aborts the batch as a deadlock", async () => {
    const keyId = `key_${accountId}`;
    await insertKeyBudget(db, keyId, 50);
    const client = await db.pool.connect();
    await client.query("begin");
    await client.query("select from credit_key_budget where key_id = $1 for update", [keyId]);
    const before = await countDeadlocks();
    const charges = Promise.all([
      ledger.charge(spender({ keyId }), 1),
      ...Array.from({ length: 20 }, () => ledger.charge(spender({ callId: randomUUID() }), 1)),
    ]);
    await expect.poll(isPostingBlocked, { interval: 20 }).toBe(true);
    // The posting waits for the budget that this session holds, and this session now waits for the posting's account.
    await client.query("select from credit_balance where account_id = $1 for update", [accountId]);
    await client.query("rollback");
    client.release();
    expect(new Set((await charges).map(({ charged }) => charged))).toEqual(new Set([1]));
    expect(await countDeadlocks()).toBeGreaterThan(before);
    expect(await balance()).toEqual({ granted: 100, available: 79, held: 0, spent: 21 });
  });

  it("fails the posting of an account that does not exist, and no other", async () => {
    const [stranger, ...own] = await Promise.allSettled([
      ledger.charge({ ...spender(), accountId: "acc_nowhere" }, 1),
      ...Array.from({ length: 20 }, () => ledger.charge(spender(), 1)),
    ]);
    expect(stranger?.status).toBe("rejected");
    expect(new Set(own.map(({ status }) => status))).toEqual(new Set(["fulfilled"]));
    expect((await balance())?.spent).toBe(20);
  });
});
