/**
 * How look-ups and screenings grow with the number of companies, without the web server around them.
 *
 *   node bench/companies/lookup-speed.ts [--sizes 10000,100000,1000000] [--rounds 5] [--json]
 */

import { companyOperations } from "../../src/features/companies/index.ts";
import { makeLookup } from "../../src/features/companies/lookup.ts";
import type { Database } from "../../src/platform/db/index.ts";
import { makeTestContext } from "../../test/operation-context.ts";
import { fillCompanies } from "../service/made-up-data.ts";
import { readOptions } from "../service/options.ts";
import { percentile } from "../service/statistics.ts";
import { withDatabase } from "./bench-database.ts";
import { samplePartialName, sampleScreening } from "./sample-lookups.ts";
import { synthesizeCompanies } from "./synthesize.ts";

const options = readOptions({ sizes: [10_000, 100_000], calls: 2_000, json: false });
const { calls } = options;

interface Line {
  companies: number;
  what: string;
  per_second: number;
  p50_ms: number;
  p99_ms: number;
}

const lines: Line[] = [];
for (const size of options.sizes) {
  await withDatabase(async (db) => {
    const seconds = await fillCompanies(db, synthesizeCompanies(size));
    console.log(`${size} companies loaded in ${seconds.toFixed(1)} s, ${Math.round(size / seconds)}/s`);
    lines.push(...(await measure(db, size)));
  });
}
if (options.json) console.log(JSON.stringify(lines));
else console.table(lines);

async function measure(db: Database, size: number): Promise<Line[]> {
  const sample = sampleCompanies(size);
  const lookUp = makeLookup(db);
  const [, screen] = companyOperations({ db });
  const context = makeTestContext();
  const at = (turn: number) => sample[turn % sample.length];
  return [
    await time(size, "by ISIN, 64 at a time", 64, (turn) =>
      lookUp({ isin: at(turn)?.securities[0]?.isin ?? "" }),
    ),
    await time(size, "by partial name, 1 at a time", 1, (turn) => {
      const company = at(turn);
      return company ? lookUp({ name: samplePartialName(company, turn) }) : Promise.resolve();
    }),
    await time(size, "by partial name, 8 at a time", 8, (turn) => {
      const company = at(turn);
      return company ? lookUp({ name: samplePartialName(company, turn) }) : Promise.resolve();
    }),
    await time(size, "screening, 1 at a time", 1, (turn) =>
      screen.run(context, screen.input.parse(sampleScreening(turn))),
    ),
  ];
}

/** Every so many companies, the same share at each size. */
function sampleCompanies(size: number) {
  const step = Math.max(1, Math.floor(size / calls));
  return [...synthesizeCompanies(size).filter((_, index) => index % step === 0)];
}

async function time(
  companies: number,
  what: string,
  concurrency: number,
  call: (turn: number) => Promise<unknown>,
): Promise<Line> {
  for (let turn = 0; turn < calls / 4; turn++) await call(turn * 7);
  const milliseconds: number[] = [];
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < calls) {
        const from = performance.now();
        await call(next++);
        milliseconds.push(performance.now() - from);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  const at = (share: number) => percentile(milliseconds, share);
  return { companies, what, per_second: Math.round(calls / seconds), p50_ms: at(0.5), p99_ms: at(0.99) };
}
