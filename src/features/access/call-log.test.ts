import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { freshDatabase } from "../../../test/database.ts";
import { inTransaction } from "../../platform/db/index.ts";
import { startCallLog } from "./call-log.ts";

const db = await freshDatabase();

it("records every call once, also while the database is slower than calls arrive", async () => {
  const failures: unknown[] = [];
  const log = startCallLog(db, (error) => failures.push(error));
  const ids = Array.from({ length: 8 }, (_, index) => `request ${index}`);
  await inTransaction(db, async (sql) => {
    await sql`lock table call_audit in exclusive mode`;
    for (const request_id of ids) {
      log.record({
        account_id: "acc_test",
        at: new Date(),
        request_id,
        channel: "rest",
        operation_id: "account.balance",
        key_id: null,
        user_id: null,
        client_id: null,
        address: null,
        status: 200,
        error_code: null,
        credits: 0,
        duration_ms: 1,
      });
      // Longer than the pause between two writes.
      await sleep(120);
    }
  });
  await log.flush();
  const rows = await db<{ request_id: string }>`select request_id from call_audit order by request_id`;
  expect(rows.map(({ request_id }) => request_id)).toEqual(ids);
  expect(failures).toEqual([]);
});
