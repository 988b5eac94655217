/**
 * The memory of the service with its database, proportional (PSS) over all its processes, in megabytes.
 * `node bench/memory.ts [--processes 1] [--idle 60] [--streams 1000] [--reports FOLDER --count 16 --after 600]
 *   [--questions 3000]`
 *
 * With the demo data: after a restart, with open streams, and, given a folder of PDF files, some time after digesting
 * them and after questions about them.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, openAsBlob, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { measureTree, sumOf } from "./service/process-memory.ts";

const { values } = parseArgs({
  options: {
    processes: { type: "string", default: "1" },
    idle: { type: "string", default: "60" },
    reports: { type: "string" },
    count: { type: "string", default: "16" },
    after: { type: "string", default: "600" },
    streams: { type: "string", default: "0" },
    questions: { type: "string", default: "0" },
  },
});

interface Running {
  process: ChildProcess;
  url: string;
  key: string;
}

const root = mkdtempSync(path.join(os.tmpdir(), "florin-memory-"));
chmodSync(root, 0o755);

async function start(): Promise<Running> {
  const ready = path.join(root, "ready.json");
  rmSync(ready, { force: true });
  const program = path.resolve(import.meta.dirname, "../bin/florin.mjs");
  const options = ["--data", path.join(root, "data"), "--port", "0", "--ready-file", ready];
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [program, "serve", ...options, "--processes", values.processes], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { PATH, HOME, FLORIN_RATE_FACTOR: "1000", FLORIN_CALLS_AT_ONCE: "10000" },
  });
  while (!existsSync(ready) || !readFileSync(ready, "utf8").endsWith("\n")) {
    if (child.exitCode !== null) throw new Error("the service did not start");
    await sleep(100);
  }
  const facts = JSON.parse(readFileSync(ready, "utf8")) as { base_url: string; demo_api_key: string };
  return { process: child, url: facts.base_url, key: facts.demo_api_key };
}

async function stop({ process: child }: Running): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

function show(when: string, { process: { pid = 0 } }: Running): void {
  const list = measureTree(pid);
  const database = list.filter(({ part }) => part === "database");
  const each = list.filter(({ part }) => part !== "database").map(({ megabytes }) => Math.round(megabytes));
  console.log(
    `${when}: ${sumOf(list)} MB (service ${each.join(" + ")}, database ${sumOf(database)}; ${sumOf(list, "ownMegabytes")} without pages of files); load ${os.loadavg()[0]?.toFixed(1)}`,
  );
}

/** Waits until none of the account's reports is being read any more. */
async function digest({ url, key }: Running, files: readonly string[]): Promise<string[]> {
  const headers = { "x-api-key": key };
  const ids: string[] = [];
  for (const file of files) {
    const form = new FormData();
    form.set("file", await openAsBlob(file), path.basename(file));
    const reply = await fetch(`${url}/v1/company_report/upload`, { method: "POST", headers, body: form });
    const body = (await reply.json()) as { data?: { report_id?: string } };
    if (!reply.ok || !body.data?.report_id) throw new Error(`${file}: ${JSON.stringify(body)}`);
    ids.push(body.data.report_id);
  }
  for (const id of ids)
    for (let state = ""; state !== "ready" && state !== "failed"; await sleep(1_000)) {
      const reply = await fetch(`${url}/v1/company_report/certificate?report_id=${id}`, { headers });
      state = ((await reply.json()) as { data: { digest_state: string } }).data.digest_state;
    }
  return ids;
}

/** Opens streams of events one after the other, measures, and closes them. */
async function holdStreams(service: Running, count: number): Promise<void> {
  const closing = new AbortController();
  const headers = { "x-api-key": service.key, accept: "text/event-stream" };
  const options = { headers, signal: closing.signal };
  let open = 0;
  for (let stream = 0; stream < count; stream++)
    if ((await fetch(`${service.url}/v1/events?limit=1&cursor=999999`, options)).status === 200) open++;
  show(`${open} open streams`, service);
  closing.abort();
}

const SUBJECTS = ["revenue", "net income", "total assets", "operating income", "number of employees", "debt"];

async function askQuestions(
  { url, key }: Running,
  reportIds: readonly string[],
  count: number,
): Promise<void> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  for (let turn = 0; turn < count; turn++) {
    const subject = SUBJECTS[turn % SUBJECTS.length];
    const question = `What was ${subject} in ${2_000 + (turn % 27)}?`;
    const body = JSON.stringify({ report_id: reportIds[turn % reportIds.length], question });
    const reply = await fetch(`${url}/v1/chat/chat_report`, { method: "POST", headers, body });
    if (!reply.ok) throw new Error(await reply.text());
    await reply.arrayBuffer();
  }
}

try {
  await stop(await start());
  const service = await start();
  show("ready", service);
  await sleep(Number(values.idle) * 1_000);
  show(`idle for ${values.idle} s after a restart`, service);
  if (Number(values.streams) > 0) await holdStreams(service, Number(values.streams));
  if (values.reports !== undefined) {
    const folder = values.reports;
    const files = readdirSync(folder)
      .filter((name) => name.endsWith(".pdf"))
      .slice(0, Number(values.count))
      .map((name) => path.join(folder, name));
    const ids = await digest(service, files);
    show(`${files.length} reports digested`, service);
    await sleep(Number(values.after) * 1_000);
    show(`${values.after} s later`, service);
    const questions = Number(values.questions);
    if (questions > 0) {
      await askQuestions(service, ids, questions);
      show(`${questions} questions answered`, service);
    }
  }
  await stop(service);
} finally {
  rmSync(root, { recursive: true, force: true });
}
