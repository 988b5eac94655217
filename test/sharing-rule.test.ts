import fc from "fast-check";
import { expect, it } from "vitest";
import { mayReadReport } from "../src/kernel/viewer.ts";
import { freshDatabase } from "./database.ts";

const account = fc.constantFrom("acc_a", "acc_b");
const person = fc.constantFrom("usr_a", "usr_b", "usr_c");

it("is the same rule in the service and in the database", async () => {
  const db = await freshDatabase();
  const cases = fc.sample(
    fc.record({
      report: fc.record({
        account_id: fc.option(account),
        readers: fc.option(fc.uniqueArray(person, { minLength: 1 })),
      }),
      viewer: fc.record({ accountId: account, userId: fc.option(person) }),
    }),
    300,
  );
  for (const { report, viewer } of cases) {
    const [row] = await db<{ may: boolean }>`
      select may_read_report(${report.account_id}::text, ${report.readers}::text[], ${viewer.accountId}::text,
        ${viewer.userId}::text) as may`;
    expect([report, viewer, row?.may]).toEqual([report, viewer, mayReadReport(viewer, report)]);
  }
});
