import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAccount } from "../src/features/accounts/index.ts";
import { findBalance, grantCredits, openLedger, verifyLedger } from "../src/features/credits/index.ts";
import { dbCommand } from "../src/surfaces/cli/db.ts";
import { ledgerCommand } from "../src/surfaces/cli/ledger.ts";
import type { CommandTools } from "../src/surfaces/cli/program.ts";
import { freshDatabase } from "./database.ts";

const DAY = 86_400_000;
const db = await freshDatabase();
const ledger = openLedger(db);
const printed: string[] = [];
const tools = {
  onDatabase: (work: (database: typeof db) => Promise<void>) => work(db),
  print: (text: string) => printed.push(text),
  progress: () => {},
} as unknown as CommandTools; // the commands under test use nothing else
const folder = mkdtempSync(path.join(os.tmpdir(), "florin-archive-"));
const thisMonth = new Date().toISOString().slice(0, 7);
const archive = (month: string, to = folder) =>
  dbCommand(tools).parseAsync(["archive", "--month", month, "--to", to], { from: "user" });
const verify = (...more: string[]) => ledgerCommand(tools).parseAsync(["verify", ...more], { from: "user" });

const accounts: string[] = [];
const charge = (accountId: string, credits: number) =>
  ledger.charge({ accountId, operationId: "companies.search", keyId: null, budgeted: false }, credits);

beforeEach(async () => {
  for (const name of ["One", "Two"]) {
    const accountId = await createAccount(db, name);
    accounts.push(accountId);
    await grantCredits(db, accountId, 100);
    for (let count = 1; count <= 5; count++) await charge(accountId, count);
  }
  // The month has ended long ago for the command; the entries keep the time that their hashes contain.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 110 * DAY });
});
afterEach(() => vi.useRealTimers());

it("archives a month with its chains, verifies the rest and the file, and refuses everything else", async () => {
  const [first = ""] = accounts;
  await archive(thisMonth);
  expect(printed.join("\n")).toMatch(/ledger-.*: 12 ledger entries of 2 accounts, SHA-256 [0-9a-f]{64}/);
  expect(await db`select from credit_entry`).toHaveLength(0);
  expect((await findBalance(db, first))?.available).toBe(85);

  await charge(first, 7);
  expect(await verifyLedger(db)).toMatchObject({ entries: 1, faults: [] });
  const file = path.join(folder, `ledger-${thisMonth}.jsonl.gz`);
  await verify("--archive", file);
  expect(printed.at(-1)).toContain("12 entries of 2 accounts");

  // An entry that no archive covers cannot be removed, and an archived end cannot be changed.
  await expect(db`delete from credit_entry`.then()).rejects.toThrow("append-only");
  await expect(db`delete from credit_archive`.then()).rejects.toThrow("append-only");
  await expect(archive(thisMonth)).rejects.toThrow("exists already");

  const text = gunzipSync(readFileSync(file)).toString();
  writeFileSync(file, gzipSync(text.replace('"credits":3', '"credits":4')));
  await expect(verify("--archive", file)).rejects.toThrow(/faults in 12 entries/);
});

it("continues from the archived end: a changed end is noticed, and a second month is archived", async () => {
  const [last = ""] = accounts.slice(-1);
  const next = mkdtempSync(path.join(os.tmpdir(), "florin-archive-"));
  const later = new Date(`${thisMonth}-01T00:00:00Z`);
  later.setUTCMonth(later.getUTCMonth() + 1);
  await archive(later.toISOString().slice(0, 7), next);
  await charge(last, 1);
  expect(await verifyLedger(db)).toMatchObject({ entries: 1, faults: [] });
  await db.pool.query("alter table credit_archive disable trigger all");
  await db`update credit_archive set last_hash = sha256(last_hash) where account_id = ${last}`;
  const { faults } = await verifyLedger(db);
  expect(faults.map(({ accountId }) => accountId)).toContain(last);
});

it("refuses a month that has not ended for a month", async () => {
  vi.useRealTimers();
  await expect(archive(thisMonth)).rejects.toThrow("less than 31 days ago");
  await expect(archive("2026-13")).rejects.toThrow("--month takes a month");
});

it("writes the audit trail to a file, and keeps what is younger than 30 days in the database", async () => {
  const to = mkdtempSync(path.join(os.tmpdir(), "florin-archive-"));
  await db`
    insert into call_audit (account_id, at, request_id, channel, operation_id, status, credits, duration_ms)
    select 'acc_a', now() - days * interval '1 day', 'r' || days, 'rest', 'companies.search', 200, 1, 5
    from unnest(array[0, 100, 200]) as days`;
  const old = new Date(Date.now() - 230 * DAY).toISOString().slice(0, 7);
  await archive(old, to);
  const lines = gunzipSync(readFileSync(path.join(to, `audit-${old}.jsonl.gz`)))
    .toString()
    .trim()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line).request_id)).toContain("r200");
  const [left] = await db<{
    ids: string[];
  }>`select array_agg(request_id order by request_id) as ids from call_audit`;
  expect(left?.ids).toContain("r0");
  expect(left?.ids).not.toContain("r200");
});
