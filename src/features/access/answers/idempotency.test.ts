import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../../test/database.ts";
import { createAccount } from "../../accounts/index.ts";
import { findBalance, grantCredits, openLedger } from "../../credits/index.ts";
import { beginIdempotentCall, type Claim, type IdempotencyResult } from "./idempotency.ts";

const db = await freshDatabase();
const ledger = openLedger(db);
const accountId = await createAccount(db, "Repeating");
await grantCredits(db, accountId, 100);
const MINUTE_AGO = 60;
const PRICE = 3;

const begin = (key: string): Promise<IdempotencyResult> =>
  beginIdempotentCall(
    db,
    { accountId, userId: null, scopes: new Set(), key, operationId: "companies.search", input: {} },
    (paymentId) => ledger.undo(accountId, paymentId),
  );

async function claim(key: string): Promise<Claim> {
  const begun = await begin(key);
  if (begun.done) throw new Error(`${key}: answered already`);
  return begun.claim;
}

const pay = ({ paymentId }: Claim) =>
  ledger.charge(
    { accountId, operationId: "companies.search", keyId: null, budgeted: false, callId: paymentId },
    PRICE,
  );
const spent = async () => (await findBalance(db, accountId))?.spent ?? 0;

const makeOlder = (key: string, seconds: number) =>
  db`update idempotent_call set claimed_at = now() - make_interval(secs => ${seconds}) where key = ${key}`;

async function ageOf(key: string): Promise<number> {
  const [row] = await db<{ age: number }>`
    select extract(epoch from now() - claimed_at)::int as age from idempotent_call where key = ${key}`;
  return row?.age ?? Number.NaN;
}

describe("a call under an Idempotency-Key", () => {
  it("can be taken over as the same call thirty seconds after its process died", async () => {
    const dead = await claim("dead");
    await makeOlder("dead", 25);
    await expect(begin("dead")).rejects.toMatchObject({ code: "idempotency_in_progress" });
    await makeOlder("dead", 31);
    expect((await claim("dead")).callId).toBe(dead.callId);
  });

  it("stays with its process while that process works on it, however long it takes", async () => {
    const slow = await claim("slow");
    await makeOlder("slow", MINUTE_AGO);
    await slow.whileWorking(() => expect.poll(() => ageOf("slow")).toBeLessThan(MINUTE_AGO));
    await expect(begin("slow")).rejects.toMatchObject({ code: "idempotency_in_progress" });
  });

  it("replays a paid answer, even when its process died right after the payment", async () => {
    const dying = await claim("paid");
    const answer = { b: 1, a: [{ z: null, 10: "x", y: 0.1 }] };
    await dying.store(answer, PRICE);
    await pay(dying);
    const begun = await begin("paid");
    expect(begun.done && JSON.stringify(begun.answer)).toBe(JSON.stringify(answer));
  });

  it("keeps the charge of an answer that was replayed, although its first worker undoes it later", async () => {
    const unsure = await claim("unsure");
    await unsure.store("kept", PRICE);
    await pay(unsure);
    const before = await spent();
    expect(await begin("unsure")).toMatchObject({ done: true, answer: "kept" });
    // The confirmation of the charge was lost; its worker learns only now that it may be undone.
    await ledger.undo(accountId, unsure.paymentId);
    expect(await spent()).toBe(before);
    expect(await begin("unsure")).toMatchObject({ done: true, answer: "kept" });
  });

  it("is charged anew, once, when its charge was undone before it is repeated", async () => {
    const before = await spent();
    const unsure = await claim("undone");
    await unsure.store("first", PRICE);
    await pay(unsure);
    await ledger.undo(accountId, unsure.paymentId);
    await unsure.yield();
    const second = await claim("undone");
    await second.store("second", PRICE);
    await pay(second);
    expect(await begin("undone")).toMatchObject({ done: true, answer: "second" });
    await ledger.undo(accountId, second.paymentId);
    await ledger.undo(accountId, unsure.paymentId);
    expect(await spent()).toBe(before + PRICE);
  });

  it("is charged once when a worker dies after paying for an answer that it could not store", async () => {
    const before = await spent();
    await pay(await claim("lost"));
    await makeOlder("lost", MINUTE_AGO);
    const second = await claim("lost");
    await second.store({}, PRICE);
    await pay(second);
    expect((await spent()) - before).toBe(PRICE);
    expect((await begin("lost")).done).toBe(true);
  });

  it("cannot be stored, paid or dropped by a worker that lost it to another", async () => {
    const before = await spent();
    const frozen = await claim("frozen");
    await makeOlder("frozen", MINUTE_AGO);
    const second = await claim("frozen");
    await expect(frozen.store({}, PRICE)).rejects.toMatchObject({ code: "idempotency_in_progress" });
    await expect(pay(frozen)).rejects.toMatchObject({ code: "idempotency_in_progress" });
    await frozen.drop();
    await second.store({}, PRICE);
    await pay(second);
    expect((await begin("frozen")).done).toBe(true);
    expect((await spent()) - before).toBe(PRICE);
  });

  it("can be retried at once after a failure, whether or not it may have been paid", async () => {
    const before = await spent();
    await (await claim("failed")).drop();
    const unsure = await claim("failed");
    await pay(unsure);
    await unsure.yield();
    await claim("failed");
    expect((await spent()) - before).toBe(0);
  });
});
