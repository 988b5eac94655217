import { describe, expect, it } from "vitest";
import { findBalance } from "../src/features/credits/index.ts";
import { startTestApp } from "./app.ts";
import { freshDatabaseAddress } from "./database.ts";
import { urlOf } from "./database-name.ts";
import { addPerson, PASSWORD } from "./person.ts";
import { startStopwatch } from "./stopwatch.ts";

const database_url = urlOf(await freshDatabaseAddress());
const shared = { database_url, rate_factor: 1_000 };
const first = await startTestApp(shared);
const second = await startTestApp({ ...shared, work: false, database_read_url: database_url });
const nodes = [first, second] as const;
const at = (index: number) => nodes[index % 2] ?? first;

const search = (index: number, key: string, headers = {}) =>
  at(index).call("POST", "/v1/company_report/company_search", {
    key,
    headers,
    body: { isin: "US0000000000" },
  });

describe("two nodes on one database", () => {
  it("spend the last credits once, whichever node is called", async () => {
    const { key, accountId } = await first.addAccount({ credits: 25 });
    const replies = await Promise.all(Array.from({ length: 80 }, (_, index) => search(index, key)));
    const charged = replies.reduce((sum, { headers }) => sum + Number(headers.get("x-credits-charged")), 0);
    const balance = await findBalance(first.db, accountId);
    expect([balance?.spent, balance?.available]).toEqual([charged, 25 - charged]);
    expect(charged).toBeGreaterThan(20);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]));
  });

  it("run a call with an Idempotency-Key once when both get it at the same time", async () => {
    const { key, accountId } = await first.addAccount();
    for (let round = 0; round < 10; round++) {
      const headers = { "idempotency-key": `round-${round}` };
      const replies = await Promise.all([0, 1, 0, 1].map((node) => search(node, key, headers)));
      for (const { status } of replies) expect([200, 409]).toContain(status);
      const again = await search(round, key, headers);
      expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    }
    const price = Number((await search(0, key)).headers.get("x-credits-charged"));
    expect((await findBalance(first.db, accountId))?.spent).toBe(11 * price);
  });

  it("refuse a revoked key within three seconds, and accept a new one at once", async () => {
    const { key, keyId } = await first.addAccount();
    expect([(await search(0, key)).status, (await search(1, key)).status]).toEqual([200, 200]);
    await first.db`update api_key set revoked_at = now() where id = ${keyId}`;
    const listStatuses = async () => [(await search(0, key)).status, (await search(1, key)).status];
    const readMilliseconds = startStopwatch();
    await expect.poll(listStatuses).toEqual([401, 401]);
    expect(readMilliseconds()).toBeLessThan(3_500);
  });

  it("share sessions: begun at one is valid at the other, and ended at one is ended at both", async () => {
    const { email } = await addPerson(first);
    const own = { "x-florin-console": "1", "sec-fetch-site": "same-origin" };
    const signedIn = await first.call("POST", "/console/api/sign_in", {
      headers: own,
      body: { email, password: PASSWORD },
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const headers = { ...own, cookie };
    const ask = async (index: number) => (await at(index).call("GET", "/console/api/me", { headers })).status;
    expect([await ask(0), await ask(1)]).toEqual([200, 200]);
    await second.call("POST", "/console/api/sign_out", { headers, body: {} });
    expect([await ask(0), await ask(1)]).toEqual([401, 401]);
  });
});
