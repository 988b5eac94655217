import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { buildCatalog } from "../src/catalog.ts";
import { verifyLedger } from "../src/features/credits/index.ts";
import type { AnyOperation } from "../src/kernel/operation.ts";
import { startTestApp } from "./app.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabaseAddress } from "./database.ts";
import { urlOf } from "./database-name.ts";
import {
  type Bench,
  type CaseResult,
  FAULTS,
  listCases,
  type MoneyCase,
  measurePrice,
  runCase,
} from "./money-matrix.ts";
import { writeMoneyPage } from "./money-page.ts";
import { startPostgresProxy } from "./postgres-proxy.ts";
import { waitUntilJobsAreDone } from "./wait-for-reports.ts";

/** `npm run test:money` runs everything with the limits of the service; `npm test` a sample with short ones. */
const isWhole = process.env["MODE"] === "money";
const LIMITS = isWhole
  ? { nodes: 6, outageMilliseconds: 15_000, patienceMilliseconds: 10_000, rounds: 1 }
  : { nodes: 4, outageMilliseconds: 1_200, patienceMilliseconds: 400, rounds: 1 };
const SAMPLE_CASES = 42;
const SEED = 20_261_116;

const data = mkdtempSync(path.join(os.tmpdir(), "florin-money-"));
onTestFileEnd(() => rmSync(data, { recursive: true, force: true }));
const address = await freshDatabaseAddress();
const common = { data, rate_factor: 1_000 };
const sound = await startTestApp({ ...common, demo: true, database_url: urlOf(address) });
// A question costs more while the statements that answer it are not stored yet.
await waitUntilJobsAreDone(sound.db);
const operations: readonly AnyOperation[] = buildCatalog(sound.tools);
const prices = new Map<AnyOperation, Promise<number>>();
const benches = await Promise.all(Array.from({ length: LIMITS.nodes }, openBench));

async function openBench(): Promise<Bench> {
  const proxy = await startPostgresProxy(address);
  const fragile = await startTestApp({
    ...common,
    work: false,
    database_url: proxy.address.url,
    database_outage_ms: LIMITS.patienceMilliseconds,
  });
  return {
    sound,
    fragile,
    proxy,
    outageMilliseconds: LIMITS.outageMilliseconds,
    priceOf(operation) {
      const price = prices.get(operation) ?? measurePrice(sound, operation);
      prices.set(operation, price);
      return price;
    },
  };
}

/** The same numbers at every run. */
function* randomNumbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    yield state >> 8;
  }
}

function chooseCases(): MoneyCase[] {
  const random = randomNumbers(SEED);
  const next = () => random.next().value as number;
  const all = Array.from({ length: LIMITS.rounds }, () => listCases(operations))
    .flat()
    .flatMap((one) => FAULTS.map((fault) => ({ ...one, fault, chance: next() })));
  if (isWhole) return all;
  const shuffled = all.map((one) => ({ one, at: next() })).toSorted((a, b) => a.at - b.at);
  const seen = new Set<string>();
  // Every operation is in the sample; the rest is random.
  const isFirst = ({ operation }: MoneyCase) => !seen.has(operation.id) && seen.add(operation.id);
  const firsts = shuffled.filter(({ one }) => isFirst(one));
  const others = shuffled.filter((item) => !firsts.includes(item));
  return [...firsts, ...others].slice(0, SAMPLE_CASES).map(({ one }) => one);
}

const results: CaseResult[] = [];

it("charges nothing for a call that failed, the price for one that succeeded, and once per idempotency key", {
  timeout: isWhole ? 7_200_000 : 600_000,
}, async () => {
  const waiting = chooseCases();
  await Promise.all(
    benches.map(async (bench) => {
      for (let one = waiting.shift(); one; one = waiting.shift()) results.push(await runCase(bench, one));
    }),
  );
  const broken = results.filter(({ problems }) => problems.length > 0);
  expect(broken).toEqual([]);
  // The faults must have been felt, or nothing was tested.
  expect(results.filter(({ reported }) => reported !== "success").length).toBeGreaterThan(
    results.length / 10,
  );
});

it("leaves a sound ledger without open holds", async () => {
  expect((await verifyLedger(sound.db)).faults).toEqual([]);
  const listHeld = () => sound.db`select account_id, held from credit_balance where held > 0`;
  await expect.poll(listHeld).toEqual([]);
});

afterAll(() => {
  if (isWhole) writeFileSync("docs/money.md", writeMoneyPage(results, LIMITS));
});
