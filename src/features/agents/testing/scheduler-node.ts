/** A node that only fires due subscriptions, at the time the test sends. */
import { openDatabase } from "../../../platform/db/index.ts";
import { fireDue } from "../subscriptions/fire-due.ts";
import { queueRun } from "./queue-run.ts";

const [url = ""] = process.argv.slice(2);
const options = { connectionsMax: 2, statementSecondsMax: 30, applicationName: "florin-test-node" };
const db = openDatabase({ url }, options);

process.on("message", (now: string) => {
  fireDue({ db, queueRun }, new Date(now)).then(
    (started) => process.send?.(started.length),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
