/** A node that only fires what is due, told the time by the test that started it. */
import { openDatabase } from "../../../platform/db/index.ts";
import { fireDue } from "../subscriptions/fire-due.ts";

const [url = ""] = process.argv.slice(2);
const options = { connectionsMax: 2, statementSecondsMax: 30, applicationName: "florin-test-node" };
const db = openDatabase({ url }, options);

process.on("message", (now: string) => {
  fireDue(db, new Date(now)).then(
    (started) => process.send?.(started.length),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
