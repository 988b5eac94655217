import { beforeEach, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/database.ts";
import { createAccount } from "../accounts/index.ts";
import {
  creditJobs,
  findBalance,
  grantCredits,
  insertKeyBudget,
  openLedger,
  refundCall,
  verifyLedger,
} from "./index.ts";
import { listEntries } from "./store.ts";

const db = await freshDatabase();
const ledger = openLedger(db);
let accountId: string;

const spender = (keyId: string | null = null) => ({
  accountId,
  operationId: "companies.search",
  keyId,
  budgeted: keyId !== null,
});
const available = async () => (await findBalance(db, accountId))?.available;

beforeEach(async () => {
  accountId = await createAccount(db, "Test");
  await grantCredits(db, accountId, 10);
});

describe("the ledger", () => {
  it("charges and returns what is left", async () => {
    expect(await ledger.charge(spender(), 3)).toEqual({ charged: 3, remaining: 7 });
    expect(await findBalance(db, accountId)).toEqual({ granted: 10, available: 7, held: 0, spent: 3 });
  });

  it("settles a hold with the credits used and releases the rest", async () => {
    const hold = await ledger.hold(spender(), 6, 60);
    expect(await available()).toBe(4);
    expect(await hold.settle(2)).toEqual({ charged: 2, remaining: 8 });
    expect(await findBalance(db, accountId)).toEqual({ granted: 10, available: 8, held: 0, spent: 2 });
  });

  it("releases the whole hold when the call failed", async () => {
    await (await ledger.hold(spender(), 6, 60)).settle(0);
    expect(await findBalance(db, accountId)).toEqual({ granted: 10, available: 10, held: 0, spent: 0 });
  });

  it("settles a hold once, even when it is settled twice", async () => {
    const hold = await ledger.hold(spender(), 5, 60);
    await hold.settle(5);
    await expect(hold.settle(5)).rejects.toMatchObject({ code: "time_limit" });
    expect(await available()).toBe(5);
  });

  it("refuses a charge that the balance does not cover", async () => {
    await expect(ledger.charge(spender(), 11)).rejects.toMatchObject({ code: "insufficient_balance" });
    expect(await available()).toBe(10);
  });

  // Calls arriving together must not both spend the last credits: that would create money.
  it("lets exactly ten of a hundred simultaneous calls take the last ten credits", async () => {
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => ledger.charge(spender(), 1)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await available()).toBe(0);
  });

  // A refused large call must not take a later small one down with it.
  it("decides each call of a batch by itself", async () => {
    const results = await Promise.allSettled([8, 5, 2].map((credits) => ledger.charge(spender(), credits)));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("keeps a key within its own budget", async () => {
    const keyId = `key_${accountId}`;
    await insertKeyBudget(db, keyId, 4);
    await ledger.charge(spender(keyId), 3);
    await expect(ledger.charge(spender(keyId), 2)).rejects.toMatchObject({ code: "key_budget_exhausted" });
    await (await ledger.hold(spender(keyId), 1, 60)).settle(0);
    expect((await ledger.charge(spender(keyId), 1)).remaining).toBe(6);
  });

  it("refunds a charged call once", async () => {
    await ledger.charge(spender(), 4);
    const [, charge] = await listEntries(db, accountId, { after: 0, limit: 10 });
    const callId = charge?.call_id ?? "";
    expect([await refundCall(db, accountId, callId), await refundCall(db, accountId, callId)]).toEqual([
      true,
      false,
    ]);
    expect(await findBalance(db, accountId)).toEqual({ granted: 10, available: 10, held: 0, spent: 0 });
  });

  it("releases holds that outlived their call, and no others", async () => {
    await ledger.hold(spender(), 6, 0);
    await ledger.hold(spender(), 1, 60);
    await creditJobs(db)[0]?.run({}, AbortSignal.timeout(5_000));
    expect(await available()).toBe(9);
  });
});

describe("verifyLedger", () => {
  it("finds nothing wrong with entries that the ledger wrote", async () => {
    await ledger.charge(spender(), 1);
    await (await ledger.hold(spender(), 5, 60)).settle(2);
    const report = await verifyLedger(db);
    expect(report.faults).toEqual([]);
    expect(report.entries).toBeGreaterThan(4);
  });

  it("finds a changed entry, a dropped entry and a changed balance", async () => {
    const other = await freshDatabase();
    const account = await createAccount(other, "Tampered");
    await grantCredits(other, account, 10);
    const { charge } = openLedger(other);
    for (let call = 0; call < 4; call++) await charge({ ...spender(), accountId: account }, 1);
    await other`alter table credit_entry disable trigger all`;
    await other`update credit_entry set credits = 0 where account_id = ${account} and sequence = 2`;
    await other`delete from credit_entry where account_id = ${account} and sequence = 4`;
    await other`update credit_balance set available = 9, granted = 13 where account_id = ${account}`;
    const { faults } = await verifyLedger(other);
    expect(faults.map(({ sequence }) => sequence)).toEqual(expect.arrayContaining([2, 5]));
    expect(faults.map(({ fault }) => fault).join()).toContain("available is 9");
  });

  it("refuses changes to entries in the database itself", async () => {
    await expect(db`delete from credit_entry`.then()).rejects.toThrow("append-only");
  });
});
