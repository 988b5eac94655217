import { describe, expect, it, vi } from "vitest";
import { verifyLedger } from "../src/features/credits/index.ts";
import { listen, openDatabase, whileLocked } from "../src/platform/db/index.ts";
import { startTestApp } from "./app.ts";
import { freshDatabaseAddress } from "./database.ts";
import { urlOf } from "./database-name.ts";
import { installPgBouncer, startPgBouncer } from "./pgbouncer.ts";

const SEARCH = "/v1/company_report/company_search";

describe.skipIf(!installPgBouncer())("behind PgBouncer in transaction mode", () => {
  it("charges concurrent calls of several accounts once each", async () => {
    const address = await freshDatabaseAddress("service");
    const database_direct_url = urlOf(address);
    const database_url = await startPgBouncer(address);
    const app = await startTestApp({
      database_url,
      database_direct_url,
      database_connections: 20,
      rate_factor: 1_000,
    });
    const accounts = await Promise.all([1, 2, 3].map(() => app.addAccount({ credits: 1_000 })));
    const calls = Array.from({ length: 300 }, (_, turn) => {
      const key = accounts[turn % accounts.length]?.key ?? "";
      const body = turn % 2 ? { isin: "US0378331005" } : { name: `made up ${turn % 7}` };
      return app.call("POST", SEARCH, { key, body });
    });
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const { accountId } of accounts) {
      const [row] = await app.db<{ spent: number }>`
        select sum(credits) as spent from credit_entry where account_id = ${accountId} and kind = 'charge'`;
      expect(row?.spent).toBe(100);
    }
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("listens and locks on the server itself, where a session stays the same", async () => {
    const address = await freshDatabaseAddress("service");
    const options = { connectionsMax: 4, statementSecondsMax: 30, applicationName: "test" };
    const url = await startPgBouncer(address);
    const db = openDatabase({ url }, { ...options, directUrl: urlOf(address) });
    try {
      const inner = await whileLocked(db, "work", async () => {
        await Promise.all(Array.from({ length: 40 }, () => db`select pg_sleep(0.01)`));
        return [
          await whileLocked(db, "work", async () => "twice"),
          await whileLocked(db, "other", async () => 1),
        ];
      });
      expect(inner).toEqual([null, 1]);
      expect(await whileLocked(db, "work", async () => "again")).toBe("again");
      const heard: string[] = [];
      const listener = await listen(db, "news", { nextMessage: (text) => heard.push(text), again: () => {} });
      for (const text of ["one", "two", "three"]) await db`select pg_notify('news', ${text})`;
      await vi.waitFor(() => expect(heard).toEqual(["one", "two", "three"]), 10_000);
      await listener.close();
    } finally {
      await db.close();
    }
  });
});
