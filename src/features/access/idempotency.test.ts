import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/database.ts";
import { createAccount } from "../accounts/index.ts";
import { beginIdempotentCall, workOnIdempotentCall } from "./idempotency.ts";

const db = await freshDatabase();
const accountId = await createAccount(db, "Repeating");
const MINUTE_AGO = 60;

const begin = (key: string) =>
  beginIdempotentCall(db, { accountId, userId: null, key, operationId: "companies.search", input: {} });

const letPass = (key: string, seconds: number) =>
  db`update idempotent_call set claimed_at = now() - make_interval(secs => ${seconds}) where key = ${key}`;

async function ageOf(key: string): Promise<number> {
  const [row] = await db<{ age: number }>`
    select extract(epoch from now() - claimed_at)::int as age from idempotent_call where key = ${key}`;
  return row?.age ?? Number.NaN;
}

describe("a call under an Idempotency-Key", () => {
  it("is free again half a minute after its process died, under the id it was begun with", async () => {
    const begun = await begin("dead");
    await letPass("dead", 25);
    await expect(begin("dead")).rejects.toMatchObject({ code: "idempotency_in_progress" });
    await letPass("dead", 31);
    expect(await begin("dead")).toEqual(begun);
  });

  it("is nobody else's while its process works on it, however long that takes", {
    timeout: 30_000,
  }, async () => {
    await begin("slow");
    await letPass("slow", MINUTE_AGO);
    await workOnIdempotentCall(db, { accountId, userId: null, key: "slow" }, () =>
      expect.poll(() => ageOf("slow"), { timeout: 20_000 }).toBeLessThan(MINUTE_AGO),
    );
    await expect(begin("slow")).rejects.toMatchObject({ code: "idempotency_in_progress" });
  });
});
