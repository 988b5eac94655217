/**
 * One, two and three API nodes on the same PostgreSQL, and starts from nothing.
 * `node bench/nodes.ts [--seconds 3] [--rounds 3] [--share 0.2] [--only nodes|starts]`
 *
 * On a machine with few cores nodes, database and load generator take each other's time. So the nodes are measured
 * twice: free, where the machine is the limit, and each held to a share of a core, where the nodes are.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createKey } from "../src/features/access/index.ts";
import { createAccount } from "../src/features/accounts/index.ts";
import { loadCompanies } from "../src/features/companies/index.ts";
import { grantCredits } from "../src/features/credits/index.ts";
import { migrate, openDatabase, readMigrations } from "../src/platform/db/index.ts";
import { startDebianPostgres } from "../test/debian-postgres.ts";
import { synthesizeCompanies } from "./companies/synthesize.ts";
import { measureColdStarts } from "./nodes/cold-start.ts";
import { machineSeconds, makeShare, processorSeconds, type Share } from "./nodes/processor.ts";
import { applyLoad } from "./service/load.ts";
import { median } from "./service/median.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
    share: { type: "string", default: "0.2" },
    only: { type: "string" },
  },
});
const SECONDS = Number(values.seconds);
const ROUNDS = Number(values.rounds);
const SHARE = Number(values.share);
const COMPANIES = 10_000;
const NODES_MAX = 3;
const CONNECTIONS_PER_NODE = 32;
const WARM_SECONDS = 4;

interface ApiNode {
  url: string;
  pid: number;
  process: ChildProcess;
  share: Share | null;
}

async function launch(root: string, name: string, databaseUrl: string): Promise<ApiNode> {
  const ready = path.join(root, `${name}.ready`);
  const { PATH = "", HOME = "" } = process.env;
  const env = {
    PATH,
    HOME,
    DATABASE_URL: databaseUrl,
    FLORIN_DATA: path.join(root, "data"),
    FLORIN_RATE_FACTOR: "1000000",
    FLORIN_LOG_LEVEL: "error",
  };
  const line = ["bin/florin.mjs", "serve", "--no-work", "--no-demo", "--port", "0", "--ready-file", ready];
  const child = spawn(process.execPath, line, { env, stdio: ["ignore", "ignore", "inherit"] });
  process.once("exit", () => child.kill("SIGKILL"));
  while (!existsSync(ready) || !readFileSync(ready, "utf8").endsWith("\n")) {
    if (child.exitCode !== null) throw new Error("a node did not start");
    await sleep(50);
  }
  const { base_url, pid } = JSON.parse(readFileSync(ready, "utf8")) as { base_url: string; pid: number };
  return { url: base_url, pid, process: child, share: makeShare(pid) };
}

interface Measured {
  requestsPerSecond: number;
  p99Milliseconds: number;
  failures: number;
  /** Cores used while it was measured. */
  cores: { nodes: number; database: number; load: number; machine: number };
}

/** `keys`: the account that pays at each node; the same for all, or one each. */
async function measure(
  nodes: readonly ApiNode[],
  keys: readonly string[],
  databasePid: number,
): Promise<Measured> {
  const samples = [...synthesizeCompanies(2_000)].flatMap(({ securities }) => securities ?? []);
  let turn = 0;
  const nextBody = () => JSON.stringify({ isin: samples[turn++ % samples.length]?.isin ?? "US0000000000" });
  const used = () => ({
    nodes: nodes.reduce((sum, { pid }) => sum + processorSeconds(pid), 0),
    database: processorSeconds(databasePid),
    load: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    machine: machineSeconds(),
  });
  const before = used();
  const startedAt = performance.now();
  const results = await Promise.all(
    nodes.map(({ url }, index) =>
      applyLoad(
        {
          url: `${url}/v1/company_report/company_search`,
          headers: { "x-api-key": keys[index % keys.length] ?? "" },
          nextBody,
        },
        SECONDS,
        CONNECTIONS_PER_NODE,
      ),
    ),
  );
  const elapsed = (performance.now() - startedAt) / 1_000;
  const after = used();
  const cores = (part: keyof typeof before) => Number(((after[part] - before[part]) / elapsed).toFixed(2));
  return {
    requestsPerSecond: results.reduce((sum, one) => sum + one.requestsPerSecond, 0),
    p99Milliseconds: Math.max(...results.map((one) => one.p99Milliseconds)),
    failures: results.reduce((sum, one) => sum + one.failures, 0),
    cores: {
      nodes: cores("nodes"),
      database: cores("database"),
      load: cores("load"),
      machine: cores("machine"),
    },
  };
}

function summarize(byNodes: Measured[][]): object[] {
  const perSecond = byNodes.map((list) => median(list.map((one) => one.requestsPerSecond)));
  return byNodes.map((list, index) => ({
    nodes: index + 1,
    requests_per_second: Math.round(perSecond[index] ?? 0),
    times_one_node: Number(((perSecond[index] ?? 0) / (perSecond[0] ?? 1)).toFixed(2)),
    p99_ms: median(list.map((one) => one.p99Milliseconds)),
    failures: list.reduce((sum, one) => sum + one.failures, 0),
    cores_of_nodes: median(list.map(({ cores }) => cores.nodes)),
    cores_of_database: median(list.map(({ cores }) => cores.database)),
    cores_of_load: median(list.map(({ cores }) => cores.load)),
    // Whatever else runs here: another program's work is not to be taken for a limit of ours.
    cores_of_others: Number(
      median(list.map(({ cores }) => cores.machine - cores.nodes - cores.database - cores.load)).toFixed(2),
    ),
  }));
}

async function fill(url: string): Promise<string[]> {
  const options = { connectionsMax: 4, statementSecondsMax: 600, applicationName: "florin-bench" };
  const db = openDatabase({ url }, options);
  await migrate(db, readMigrations("migrations"));
  const source = { name: "synthetic", reference: "bench", licence: "made up", source_date: "2026-01-02" };
  await loadCompanies(db, source, synthesizeCompanies(COMPANIES));
  await db.pool.query("vacuum analyze");
  const keys: string[] = [];
  for (let index = 0; index < NODES_MAX; index++) {
    const accountId = await createAccount(db, "Bench");
    await grantCredits(db, accountId, 1_000_000_000);
    keys.push((await createKey(db, { accountId, name: "bench" })).key);
  }
  await db.close();
  return keys;
}

/** Long enough for each node to be compiled, and with the whole machine. */
async function warm(nodes: readonly ApiNode[], key = ""): Promise<void> {
  const nextBody = () => '{"isin":"US0000000000"}';
  for (const { url, share } of nodes) {
    share?.set(null);
    const load = {
      url: `${url}/v1/company_report/company_search`,
      headers: { "x-api-key": key },
      nextBody,
    };
    await applyLoad(load, WARM_SECONDS, CONNECTIONS_PER_NODE);
  }
}

async function compare(
  nodes: readonly ApiNode[],
  keys: readonly string[],
  databasePid: number,
): Promise<object[]> {
  const byNodes: Measured[][] = nodes.map(() => []);
  // Interleaved, so that a busy machine slows all three alike.
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, list] of byNodes.entries())
      list.push(await measure(nodes.slice(0, index + 1), keys, databasePid));
  return summarize(byNodes);
}

async function measureNodes(): Promise<void> {
  const postgres = await startDebianPostgres();
  if (!postgres) throw new Error("PostgreSQL is needed");
  const root = mkdtempSync(path.join(os.tmpdir(), "florin-nodes-"));
  const keys = await fill(postgres.url);
  const nodes: ApiNode[] = [];
  for (let index = 0; index < NODES_MAX; index++) nodes.push(await launch(root, `api${index}`, postgres.url));
  await warm(nodes, keys[0]);
  const about = `company_search by ISIN, every charge durable, median of ${ROUNDS} rounds`;
  console.log(`free, ${os.cpus().length} cores for all; ${about}`);
  console.table(await compare(nodes, keys, postgres.pid()));
  if (nodes.every(({ share }) => share !== null)) {
    for (const { share } of nodes) share?.set(SHARE);
    console.log(`each held to ${SHARE} of a core; ${about}`);
    console.table(await compare(nodes, keys, postgres.pid()));
    console.log("the same, with one account that pays for all, whose entries must follow one another");
    console.table(await compare(nodes, keys.slice(0, 1), postgres.pid()));
  } else console.log("no control groups here: the nodes cannot be held to a share of a core");
  for (const { process: child, share } of nodes) {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    share?.remove();
  }
  await postgres.stop();
  rmSync(root, { recursive: true, force: true });
}

if (values.only !== "starts") await measureNodes();
if (values.only !== "nodes") {
  console.log("\nfrom the start of the process to the first answer:");
  console.table(await measureColdStarts(ROUNDS));
}
process.exit(0);
