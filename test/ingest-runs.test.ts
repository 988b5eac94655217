import { mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadCompanies } from "../src/features/companies/index.ts";
import { ingestJobs } from "../src/features/ingest/index.ts";
import { ingestCommand } from "../src/surfaces/cli/ingest.ts";
import type { CommandTools } from "../src/surfaces/cli/program.ts";
import { startTestApp } from "./app.ts";
import { countsOf, openLoading } from "./ingest/loading.ts";

/** How loads are recorded: what operators see, and where a load resumes. */
const app = await startTestApp();
const { db } = app;
const { load, write, folder } = openLoading(db);
const { key } = await app.addAccount();
await loadCompanies(db, { name: "test", reference: "", licence: "own", source_date: "2025-01-01" }, [
  ...["RUNA", "RUNB"].map((ticker) => ({
    svc_entity_id: `ent_company${ticker.toLowerCase()}`,
    name: `Company ${ticker}`,
    country: "US",
    exchange: "XNYS",
    securities: [{ ticker, mic: "XNYS" }],
  })),
]);

interface Health {
  name: string;
  newest_run: { state: string; reason: string | null; location: string } | null;
  schedules: { location: string; reason: string | null }[];
}

async function allOf(source: string): Promise<Health | undefined> {
  const { json } = await app.call("GET", "/v1/source/health", { key });
  return (json.data as { sources: Health[] }).sources.find(({ name }) => name === source);
}

const healthOf = async (source: string) => (await allOf(source))?.newest_run ?? null;

const rates = (name: string) => write(name, "Date,Open,High,Low,Close\n2025-02-03,1,1,1,4\n");

const printed: string[] = [];
const run = (...words: string[]) =>
  ingestCommand({
    onDatabase: (work: (on: typeof db) => Promise<void>) => work(db),
    print: (text: string) => printed.push(text),
    progress: () => {},
    sourceSettings: () => ({ dataFolder: folder, userAgent: "florin-test", allowLocal: true }),
  } as unknown as CommandTools).parseAsync(words, { from: "user" });

describe("the health of a source", () => {
  it("shows a load that could not start, but not a dry run", async () => {
    await load("rates-csv", rates("usdpln_d.csv"));
    await expect(load("rates-csv", "/nowhere/usdpln_d.csv", {}, true)).rejects.toThrow("cannot be read");
    expect(await healthOf("rates-csv")).toMatchObject({ state: "done" });
    await expect(load("rates-csv", "/nowhere/usdpln_d.csv")).rejects.toThrow("cannot be read");
    expect(await healthOf("rates-csv")).toMatchObject({
      state: "failed",
      location: "/nowhere/usdpln_d.csv",
      reason: "The file /nowhere/usdpln_d.csv cannot be read.",
    });
  });

  it("shows each failing schedule, even when another location of the source succeeded later", async () => {
    const [good, bad] = [rates("usdron_d.csv"), path.join(folder, "gone", "usdbgn_d.csv")];
    for (const location of [bad, good])
      await run("schedule", "rates-csv", location, "--every", "60", "--option", "licence=own");
    const settings = { dataFolder: folder, userAgent: "florin-test", allowLocal: true };
    const [runDue] = ingestJobs(db, settings);
    await expect(runDue?.run({}, new AbortController().signal)).rejects.toThrow("1 loads failed");
    const reported = async () =>
      (await allOf("rates-csv"))?.schedules.map(({ location, reason }) => [location, reason]).sort();
    expect(await reported()).toEqual(
      [
        [good, null],
        [bad, `The file ${bad} cannot be read.`],
      ].sort(),
    );
    mkdirSync(path.dirname(bad));
    renameSync(rates("usdbgn_d.csv"), bad);
    await db`update ingest_schedule set next_at = now() where location = ${bad}`;
    await runDue?.run({}, new AbortController().signal);
    expect(await reported()).toEqual(
      [
        [good, null],
        [bad, null],
      ].sort(),
    );
    await db`delete from ingest_schedule`;
  });

  it("is not crowded out by sources that are loaded often", async () => {
    await load("rates-csv", rates("usdsek_d.csv"));
    await db`
      insert into ingest_run (source, location, version, state)
      select 'mic', 'list', n::text, 'done' from generate_series(1, 600) as n`;
    expect(await healthOf("rates-csv")).toMatchObject({ state: "done" });
  });

  it("shows that a load was killed once its source is loaded again", async () => {
    await db`insert into ingest_run (source, location, version) values ('rates-csv', 'gone.csv', 'then')`;
    await load("rates-csv", rates("usdnok_d.csv"));
    expect(await db`select state, reason from ingest_run where location = 'gone.csv'`).toEqual([
      { state: "failed", reason: "It was cut off." },
    ]);
  });
});

describe("an unfinished load", () => {
  it("is resumed only with the same options", async () => {
    const file = write("prices.csv", "date,close,currency\n2025-02-03,5,USD\n2025-02-04,6,USD\n");
    await load("prices-csv", file, { ticker: "RUNA" });
    await db`update ingest_run set state = 'failed', position = 1 where source = 'prices-csv'`;
    const other = await load("prices-csv", file, { ticker: "RUNB" });
    expect([other.resumed_at, countsOf(other).added]).toEqual([0, 2]);
    expect((await load("prices-csv", file, { ticker: "RUNA" })).resumed_at).toBe(1);
  });

  it("starts over when the mapping was corrected", async () => {
    const map = (name: string) =>
      write(
        "mapping.json",
        JSON.stringify({
          source: { id: "runs-list", name: "List", licence: "own", date: "2025-09-01" },
          columns: { key: "id", name },
        }),
      );
    const file = write(
      "companies.csv",
      "id,short,long\n1,Ostrava S,Ostravine Stone Ltd\n2,Pel Q,Pelquin Ore Ltd\n",
    );
    await load("companies-csv", file, { mapping: map("short") });
    await db`update ingest_run set state = 'failed', position = 1 where source = 'companies-csv'`;
    const corrected = await load("companies-csv", file, { mapping: map("long") });
    expect([corrected.resumed_at, corrected.changed]).toEqual([0, 2]);
  });
});

describe("source options", () => {
  it.each([
    ["gleif", { date: "yesterday" }, 'gleif: the option date takes a day, YYYY-MM-DD, not "yesterday".'],
    ["gleif", { "known-only": "true" }, 'gleif: the option known-only takes yes or no, not "true".'],
    ["edgar-filings", { most: "ten" }, 'edgar-filings: the option most takes a whole number, not "ten".'],
    [
      "rates-csv",
      { date: "2025-01-01" },
      "rates-csv has no option date; run florin ingest describe rates-csv for a list.",
    ],
  ])("of %s are refused when they make no sense: %j", async (source, options, sentence) => {
    await expect(load(source, rates("usdchf_d.csv"), options)).rejects.toThrow(sentence);
  });

  it.each(["prices-csv", "report-urls", "report-folder", "companies-csv"])(
    "of %s must name a place to read from",
    async (source) => {
      const reports = openLoading(db, { ...app.tools, db });
      await expect(reports.load(source, "")).rejects.toThrow(new RegExp(`^${source} needs a f`));
    },
  );
});

describe("florin ingest of several files", () => {
  it("loads the files it can, and names the others at the end", async () => {
    const odd = write("odd.csv", "day,price\n1,2\n");
    await expect(run("rates-csv", rates("usdczk_d.csv"), odd, rates("usdhuf_d.csv"))).rejects.toThrow(
      /^1 of 3 could not be loaded:\n {2}.*odd\.csv: rates-csv: odd\.csv is neither/,
    );
    expect(printed.filter((text) => text.includes("1 added"))).toHaveLength(2);
  });
});

describe("florin ingest schedule", () => {
  it("stores absolute paths, and removes a schedule by the same arguments", async () => {
    await run("schedule", "companies-csv", "list.csv", "--every", "60", "--option", "mapping=map.json");
    expect(await db`select location, options from ingest_schedule`).toEqual([
      { location: path.resolve("list.csv"), options: { mapping: path.resolve("map.json") } },
    ]);
    await run("unschedule", "companies-csv", "list.csv");
    await run("schedule", "report-bucket", "s3://bucket/prefix", "--every", "5");
    expect(await db`select location from ingest_schedule`).toEqual([{ location: "s3://bucket/prefix" }]);
  });

  it("refuses invalid company numbers", async () => {
    for (const cik of ["abc", "", "320193,", "12345678901"])
      await expect(load("companyfacts", folder, { cik })).rejects.toThrow(
        `companyfacts: the option cik takes numbers separated by commas, not ${JSON.stringify(cik)}.`,
      );
  });

  it("refuses a schedule that would fail at every start", async () => {
    await expect(run("schedule", "mic", "--every", "1")).rejects.toThrow(
      "--every: 1 is not between 5 minutes and 525600 (a year).",
    );
    await expect(run("schedule", "mic", "--every", "5", "--option", "day=now")).rejects.toThrow(
      "mic has no option day",
    );
  });
});
