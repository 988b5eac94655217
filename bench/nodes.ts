/**
 * One, two and three API nodes on the same PostgreSQL, and starts from nothing.
 * `node bench/nodes.ts [--seconds 3] [--rounds 3] [--share 0.2] [--only nodes|starts]`
 *
 * On a machine with few cores nodes, database and load generator take each other's time. So the nodes are measured
 * twice: free, where the machine is the limit, and each held to a share of a core, where the nodes are.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { migrate, openDatabase, readMigrations } from "../src/platform/db/index.ts";
import { startDebianPostgres } from "../test/debian-postgres.ts";
import { synthesizeCompanies } from "./companies/synthesize.ts";
import { measureColdStarts } from "./nodes/cold-start.ts";
import {
  type ApiNode,
  CONNECTIONS_PER_NODE,
  type Measured,
  measure,
  SEARCH,
  summarize,
} from "./nodes/measure-nodes.ts";
import { makeShare } from "./nodes/processor.ts";
import { end, launchService } from "./service/launch-service.ts";
import { applyLoad, makeLoad } from "./service/load.ts";
import { addRichAccount, fillCompanies } from "./service/made-up-data.ts";
import { readOptions } from "./service/options.ts";

const {
  seconds,
  rounds,
  share: coreShare,
  only,
} = readOptions({
  seconds: 3,
  rounds: 3,
  share: 0.2,
  only: "",
});
const COMPANIES = 10_000;
const NODES_MAX = 3;
const WARM_SECONDS = 4;

async function launch(root: string, name: string, databaseUrl: string): Promise<ApiNode> {
  const node = await launchService(path.join(root, `${name}.ready`), ["--no-work", "--no-demo"], {
    DATABASE_URL: databaseUrl,
    FLORIN_DATA: path.join(root, "data"),
    FLORIN_RATE_FACTOR: "1000000",
    FLORIN_LOG_LEVEL: "error",
  });
  return { ...node, share: makeShare(node.pid) };
}

async function fill(url: string): Promise<string[]> {
  const options = { connectionsMax: 4, statementSecondsMax: 600, applicationName: "florin-bench" };
  const db = openDatabase({ url }, options);
  await migrate(db, readMigrations("migrations"));
  await fillCompanies(db, synthesizeCompanies(COMPANIES));
  await db.pool.query("vacuum analyze");
  const keys: string[] = [];
  for (let index = 0; index < NODES_MAX; index++) keys.push(await addRichAccount(db));
  await db.close();
  return keys;
}

/** Long enough for each node to be compiled, and with the whole machine. */
async function warm(nodes: readonly ApiNode[], key = ""): Promise<void> {
  for (const { url, share } of nodes) {
    share?.set(null);
    const load = makeLoad({ url, key }, SEARCH, () => ({ isin: "US0000000000" }));
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
  for (let round = 0; round < rounds; round++)
    for (const [index, list] of byNodes.entries())
      list.push(await measure(nodes.slice(0, index + 1), keys, { databasePid, seconds }));
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
  const about = `company_search by ISIN, every charge durable, median of ${rounds} rounds`;
  console.log(`free, ${os.cpus().length} cores for all; ${about}`);
  console.table(await compare(nodes, keys, postgres.pid()));
  if (nodes.every(({ share }) => share !== null)) {
    for (const { share } of nodes) share?.set(coreShare);
    console.log(`each held to ${coreShare} of a core; ${about}`);
    console.table(await compare(nodes, keys, postgres.pid()));
    console.log("the same, with one account that pays for all, whose entries must follow one another");
    console.table(await compare(nodes, keys.slice(0, 1), postgres.pid()));
  } else console.log("no control groups here: the nodes cannot be held to a share of a core");
  for (const { process: child, share } of nodes) {
    await end(child, "SIGKILL");
    share?.remove();
  }
  await postgres.stop();
  rmSync(root, { recursive: true, force: true });
}

if (only !== "starts") await measureNodes();
if (only !== "nodes") {
  console.log("\nfrom the start of the process to the first answer:");
  console.table(await measureColdStarts(rounds));
}
process.exit(0);
