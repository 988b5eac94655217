/**
 * Reads the demo reports once and keeps what was read, so that they are ready at once on every machine:
 *
 *   node demo/fictional/build-digests.ts
 *
 * To be run whenever the reports, the reader or the model change; a test says so.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { readConfig } from "../../src/config.ts";
import { packDigest, readDigest } from "../../src/features/reports/index.ts";
import { openLog } from "../../src/platform/log/index.ts";
import { startApp } from "../../src/start.ts";

const digests = path.join(import.meta.dirname, "digests");
const reports = z
  .array(z.object({ report_id: z.string(), file: z.string() }))
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, "reports.json"), "utf8")));

// Without them the service reads every report itself.
rmSync(digests, { recursive: true, force: true });
const folder = mkdtempSync(path.join(os.tmpdir(), "florin-demo-"));
const app = await startApp(
  readConfig({ env: {}, options: { data: folder, port: 0 } }),
  openLog("error"),
  console.log,
);
for (let left = reports.length; left > 0; await sleep(500)) {
  const [row] = await app.tools.db<{ left: number }>`
    select count(*)::int as left from report where digest_state <> 'ready'`;
  if (row && row.left !== left) console.log(`${row.left} reports to read`);
  left = row?.left ?? 0;
}
mkdirSync(digests);
for (const { report_id, file } of reports) {
  const digest = await readDigest(app.tools, report_id);
  for (const [name, bytes] of Object.entries(await packDigest(path.parse(file).name, digest)))
    writeFileSync(path.join(digests, name), bytes);
}
await app.close();
rmSync(folder, { recursive: true, force: true });
