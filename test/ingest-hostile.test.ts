import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "./database.ts";
import { countsOf, openLoading } from "./ingest/loading.ts";
import { startPublisher } from "./ingest/publisher.ts";

/** Broken input of a careless publisher: only its own line is rejected, never the load. */
const db = await freshDatabase();
const { load, write } = openLoading(db);

const list = (name: string, rows: unknown[][]) =>
  write(name, JSON.stringify({ fields: ["cik", "name", "ticker", "exchange"], data: rows }));
/** Random text: repeated text would be compressed and would fit after all. */
const noise = randomBytes(8_000).toString("hex");

const writeMapping = (id: string, names: { column: string; kind: string }[] = []) =>
  write(
    `${id}.json`,
    JSON.stringify({ source: { id, name: id, licence: "own" }, columns: { key: "id", name: "name" }, names }),
  );

describe("a record that the database cannot store", () => {
  it("is rejected alone, with its line and reason", async () => {
    const result = await load(
      "sec-tickers",
      list("odd.json", [
        [1, "Sound Company Inc", "SOUN", "NYSE"],
        [2, "Nul\0 Company Inc", "NULC", "NYSE"],
        [3, "Half \ud83d Company Inc", "HALF", "NYSE"],
        [4, "Long Ticker Inc", noise, "NYSE"],
        [5, "Last Company Inc", "LAST", "NYSE"],
      ]),
    );
    expect(countsOf(result)).toEqual({ added: 2, changed: 0, unchanged: 0, skipped: 0, rejected: 3 });
    expect(result.rejections.map(({ line, reason }) => [line, reason])).toEqual([
      [2, "it contains characters that are not text"],
      [3, "it contains characters that are not text"],
      [4, "one of its identifiers is longer than 200 characters"],
    ]);
  });

  it("is rejected alone among the lines of a CSV file, even when the fault is in its key", async () => {
    const mapping = writeMapping("odd-list", [{ column: "alias", kind: "alias" }]);
    const file = write(
      "odd.csv",
      `id,name,alias\n${noise},Keyed Company,\nb,Aliased Company,${noise}\nc,Plain Company,\nd,${"x".repeat(2_000_000)},\ne,Ending Company,\n`,
    );
    const result = await load("companies-csv", file, { mapping });
    expect(countsOf(result)).toEqual({ added: 2, changed: 0, unchanged: 0, skipped: 0, rejected: 3 });
    expect(result.rejections.map(({ line }) => line).sort()).toEqual([2, 3, 5]);
  });

  it("is rejected alone among the figures of a company", async () => {
    const filing = { end: "2024-12-31", fy: 2024, fp: "FY", form: "10-K", filed: "2025-02-01", val: 1 };
    const units = {
      USD: [
        { ...filing, accn: noise },
        { ...filing, accn: "0000000001-25-000001" },
      ],
    };
    const file = write(
      "CIK0000000001.json",
      JSON.stringify({ cik: 1, facts: { "us-gaap": { Assets: { label: "Assets", units } } } }),
    );
    expect(countsOf(await load("companyfacts", file))).toMatchObject({ added: 1, rejected: 1 });
  });
});

describe("an empty former name", () => {
  it("is skipped, and ends no load", async () => {
    const formerNames = [{ name: " ", from: null, to: null }];
    const file = write(
      "CIK0000000001.json",
      JSON.stringify({ cik: 1, name: "SOUND COMPANY INC", formerNames }),
    );
    expect(countsOf(await load("sec-submissions", file))).toMatchObject({ added: 1, rejected: 0 });
  });
});

describe("a repeated key", () => {
  it("counts once, however far apart, and changes nothing when the list is loaded again", async () => {
    const mapping = writeMapping("twice-list");
    const between = Array.from({ length: 1_200 }, (_, at) => `${at},Between ${at}`);
    const lines = ["id,name", "twice,First Word", ...between, "twice,Second Word"];
    const file = write("repeated.csv", lines.join("\n"));
    const none = { changed: 0, skipped: 1, rejected: 0 };
    expect(countsOf(await load("companies-csv", file, { mapping }))).toEqual({
      ...none,
      added: 1_201,
      unchanged: 0,
    });
    expect(countsOf(await load("companies-csv", file, { mapping }))).toEqual({
      ...none,
      added: 0,
      unchanged: 1_201,
    });
  });
});

describe("a duplicate column", () => {
  it("is refused in one sentence, because either could be meant", async () => {
    const twice = /the file has the column "\w+" twice\. Nothing was loaded\.$/;
    await expect(load("isin-lei", write("columns.csv", "LEI,ISIN,LEI\na,b,c\n"))).rejects.toThrow(twice);
    const prices = write("SOUN.csv", "Date,Open,High,Low,Close,close\n2025-01-02,1,1,1,1,2\n");
    await expect(load("prices-csv", prices)).rejects.toThrow(twice);
  });
});

describe("a file of another kind", () => {
  it.each([
    ["an error page", '{"errors": [{"status": "429", "title": "Too many requests"}]}'],
    ["renamed fields", `{"records": [${'{"Lei": {"$": "X"}, "Entity": {}},'.repeat(3_000)}{}]}`],
  ])("is refused in one sentence, not as a list of rejections: %s", async (_what, text) => {
    await expect(load("gleif", write("other.json", text))).rejects.toThrow(
      'gleif: the file has no list of "records" with an LEI each. Nothing was loaded: the format has changed.',
    );
  });
});

describe("identifiers", () => {
  const MAPPING = write(
    "identifiers.json",
    JSON.stringify({
      source: { id: "identifiers", name: "Identifiers", licence: "own" },
      columns: { key: "id", name: "name", isin: "isin", cik: "cik", mic: "mic", country: "country" },
    }),
  );

  it("are accepted in common notations, and rejected when they are wrong", async () => {
    const lines = [
      "a,Lowercase Lamps Inc,us0378331005,320001,xnys,us",
      "b,Spaced Lamps Inc, US59491 8104-5 ,CIK0000320002,XNYS,US",
      "c,Wrong Lamps Inc,us0378331006,320003,XNYS,US",
    ];
    const file = write("identifiers.csv", ["id,name,isin,cik,mic,country", ...lines].join("\n"));
    const result = await load("companies-csv", file, { mapping: MAPPING });
    expect(result.rejections.map(({ line, reason }) => [line, reason])).toEqual([
      [4, "ISIN US0378331006 has a wrong check digit"],
    ]);
    expect(
      await db`select primary_isin, cik, exchange, country from company where name like '%Lamps Inc' order by cik`,
    ).toEqual([
      { primary_isin: "US0378331005", cik: "0000320001", exchange: "XNYS", country: "US" },
      { primary_isin: "US5949181045", cik: "0000320002", exchange: "XNYS", country: "US" },
    ]);
  });

  it("of a mapping are counted once each, also duplicates and invalid ones", async () => {
    const lines = [
      "TESTGONEMEREGLASS041,US0378331005",
      "TESTGONEMEREGLASS041,US0378331005",
      "none,US5949181045",
      "TESTGONEMEREGLASS041,no",
    ];
    const result = await load("isin-lei", write("twice.csv", ["LEI,ISIN", ...lines].join("\n")));
    expect(countsOf(result)).toEqual({ added: 1, changed: 0, unchanged: 0, skipped: 1, rejected: 2 });
    expect(result.rejections.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'LEI "none" is not 20 letters and digits'],
      [5, 'ISIN "no" is invalid'],
    ]);
  });

  it("are not treated as unknown when their answer has other fields than before", async () => {
    const { url } = await startPublisher((_request, body) => ({
      body: JSON.stringify((JSON.parse(body) as unknown[]).map(() => ({ results: [] }))),
    }));
    await expect(load("openfigi", url)).rejects.toThrow("openfigi: the response is not a list");
  });
});
