import { expect, it } from "vitest";
import { z } from "zod";
import { freshDatabase } from "../../../test/database.ts";
import { defineJob } from "../../kernel/job.ts";
import { openLog } from "../log/index.ts";
import { openJobs } from "./index.ts";

it("does first what somebody waits for", { timeout: 60_000 }, async () => {
  const db = await freshDatabase();
  const log = openLog("silent");
  const done: string[] = [];
  const job = defineJob({
    name: "test.note",
    payload: z.object({ name: z.string() }),
    attemptsMax: 1,
    timeoutSeconds: 60,
    run: async ({ name }) => void done.push(name),
  });
  const asking = await openJobs(db, { log, work: false });
  await asking.start([job]);
  for (const name of ["first", "second", "third"]) await asking.send(job, { name }, name);
  await asking.send(job, { name: "awaited" }, "awaited", "awaited");
  const working = await openJobs(db, { log, work: true });
  await working.start([job]);
  await expect.poll(() => done, { timeout: 30_000 }).toEqual(["awaited", "first", "second", "third"]);
  await working.stop();
  await asking.stop();
});
