import { expect, it } from "vitest";
import { onTestFileEnd } from "../../../test/cleanup.ts";
import { freshDatabaseAddress } from "../../../test/database.ts";
import { inTransaction, openDatabase } from "./index.ts";

const noticed: { text: string; milliseconds: number }[] = [];
const db = openDatabase(await freshDatabaseAddress(null), {
  connectionsMax: 2,
  statementSecondsMax: 30,
  applicationName: "florin-test",
  slow: { milliseconds: 100, notice: (text, milliseconds) => noticed.push({ text, milliseconds }) },
});
onTestFileEnd(() => db.close());

it("reports a slow statement with its text and duration but without its values, also inside a transaction", async () => {
  await db`select ${"a secret"}, pg_sleep(0.15)`;
  await inTransaction(db, async (sql) => {
    await sql`select ${"another secret"}, pg_sleep(0.15), 'within'`;
  });
  const sleeping = noticed.filter(({ text }) => text.includes("pg_sleep"));
  expect(sleeping.map(({ text }) => text.includes("within"))).toEqual([false, true]);
  for (const { milliseconds } of sleeping) expect(milliseconds).toBeGreaterThanOrEqual(149);
  expect(JSON.stringify(noticed)).not.toContain("secret");
});
