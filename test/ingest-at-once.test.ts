import { expect, it } from "vitest";
import { openDatabase } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabaseAddress } from "./database.ts";
import { countsOf, openLoading } from "./ingest/loading.ts";

/** Loads of different sources at the same time, each with its own connections, like separate commands. */
const address = await freshDatabaseAddress();
const open = () => {
  const db = openDatabase(address, {
    connectionsMax: 4,
    statementSecondsMax: 30,
    applicationName: "florin-test",
  });
  onTestFileEnd(() => db.close());
  return db;
};
const db = open();
const { load, write } = openLoading(db);
const { load: loadBeside } = openLoading(open());

const COMPANIES = 2_500;
const SYLLABLES = ["ba", "de", "fi", "go", "ku", "la", "mo", "ne", "pi", "ro", "su", "ta", "vo", "zi"];
/** A name for each number that is like no other. */
const word = (at: number) => [at, at / 14, at / 196].map((part) => SYLLABLES[Math.floor(part) % 14]).join("");
const companies = Array.from({ length: COMPANIES }, (_, at) => ({
  cik: at + 1,
  name: `Quarry ${word(at)} Works Inc`,
  ticker: `Q${at}`,
}));

it("merges records of two sources about the same companies into those companies", async () => {
  const list = JSON.stringify({
    fields: ["cik", "name", "ticker", "exchange"],
    data: companies.map(({ cik, name, ticker }) => [cik, name, ticker, "NYSE"]),
  });
  const mapping = write(
    "beside.mapping.json",
    JSON.stringify({
      source: { id: "beside", name: "Beside", licence: "own" },
      columns: { key: "ticker", name: "name", ticker: "ticker", perm_id: "perm_id" },
      constants: { mic: "XNYS", country: "US" },
    }),
  );
  // In reverse order, so that each load meets companies that the other is adding.
  const lines = companies.toReversed().map(({ name, ticker }) => `${ticker},${name},P-${ticker}`);
  const results = await Promise.all([
    load("sec-tickers", write("list.json", list)),
    loadBeside("companies-csv", write("beside.csv", ["ticker,name,perm_id", ...lines].join("\n")), {
      mapping,
    }),
  ]);
  expect(results.map(countsOf)).toEqual(
    results.map(() => ({ added: COMPANIES, changed: 0, unchanged: 0, skipped: 0, rejected: 0 })),
  );
  expect(
    await db`select count(*) as companies, count(cik) as ciks, count(perm_id) as ids from company`,
  ).toEqual([{ companies: COMPANIES, ciks: COMPANIES, ids: COMPANIES }]);
  const [used] = await db<{ used: number }>`
    select nextval(pg_get_serial_sequence('company_source', 'source_no')) as used`;
  // One parameter per list, not per batch: a statement has at most 32,767.
  expect(used?.used).toBeLessThanOrEqual(4);
});
