/**
 * The memory of the service with its database, proportional (PSS) over all its processes, in megabytes.
 * `node bench/memory.ts [--processes 1] [--idle 60] [--streams 1000] [--reports FOLDER --count 16 --after 600]
 *   [--questions 3000]`
 *
 * With the demo data: after a restart, with open streams, and, given a folder of PDF files, some time after digesting
 * them and after questions about them.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { askQuestions, digest } from "./memory/use-reports.ts";
import { type LaunchedService, launchService } from "./service/launch-service.ts";
import { readOptions } from "./service/options.ts";
import { measureTree, sumOf } from "./service/process-memory.ts";

const options = readOptions({
  processes: 1,
  idle: 60,
  reports: "",
  count: 16,
  after: 600,
  streams: 0,
  questions: 0,
});

const root = mkdtempSync(path.join(os.tmpdir(), "florin-memory-"));
chmodSync(root, 0o755);

const start = () =>
  launchService(
    path.join(root, "ready.json"),
    ["--data", path.join(root, "data"), "--processes", String(options.processes)],
    { FLORIN_RATE_FACTOR: "1000", FLORIN_CALLS_AT_ONCE: "10000" },
  );

function show(when: string, { process: { pid = 0 } }: LaunchedService): void {
  const list = measureTree(pid);
  const database = list.filter(({ part }) => part === "database");
  const each = list.filter(({ part }) => part !== "database").map(({ megabytes }) => Math.round(megabytes));
  console.log(
    `${when}: ${sumOf(list)} MB (service ${each.join(" + ")}, database ${sumOf(database)}; ${sumOf(list, "ownMegabytes")} without pages of files); load ${os.loadavg()[0]?.toFixed(1)}`,
  );
}

/** Opens streams of events one after the other, measures, and closes them. */
async function holdStreams(service: LaunchedService, count: number): Promise<void> {
  const closing = new AbortController();
  const headers = { "x-api-key": service.key, accept: "text/event-stream" };
  let open = 0;
  for (let stream = 0; stream < count; stream++)
    if (
      (await fetch(`${service.url}/v1/events?limit=1&cursor=999999`, { headers, signal: closing.signal }))
        .status === 200
    )
      open++;
  show(`${open} open streams`, service);
  closing.abort();
}

try {
  await (await start()).stop();
  const service = await start();
  show("ready", service);
  await sleep(options.idle * 1_000);
  show(`idle for ${options.idle} s after a restart`, service);
  if (options.streams > 0) await holdStreams(service, options.streams);
  const folder = options.reports;
  if (folder !== "") {
    const files = readdirSync(folder)
      .filter((name) => name.endsWith(".pdf"))
      .slice(0, options.count)
      .map((name) => path.join(folder, name));
    const ids = await digest(service, files);
    show(`${files.length} reports digested`, service);
    await sleep(options.after * 1_000);
    show(`${options.after} s later`, service);
    if (options.questions > 0) {
      await askQuestions(service, ids, options.questions);
      show(`${options.questions} questions answered`, service);
    }
  }
  await service.stop();
} finally {
  rmSync(root, { recursive: true, force: true });
}
