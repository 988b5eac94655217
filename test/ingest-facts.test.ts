import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { loadCompanies } from "../src/features/companies/index.ts";
import { checkFigure, factTable, listFacts } from "../src/features/facts/index.ts";
import { freshDatabase } from "./database.ts";
import { countsOf, openLoading } from "./ingest/loading.ts";
import { startPublisher } from "./ingest/publisher.ts";

const db = await freshDatabase();
const { load, write, folder } = openLoading(db);
const svc_entity_id = "ent_taggedcompany";
await loadCompanies(db, { name: "test", reference: "", licence: "own", source_date: "2025-01-01" }, [
  {
    svc_entity_id,
    name: "Tagged Company Inc",
    cik: "0000000777",
    country: "US",
    exchange: null,
    securities: [],
  },
]);

const filing = { accn: "0000000777-24-000001", fy: 2023, fp: "FY", form: "10-K", filed: "2024-02-15" };
const year = (end: number, val: unknown) => ({ ...filing, start: `${end}-01-01`, end: `${end}-12-31`, val });
const content = {
  cik: 777,
  entityName: "Tagged Company Inc",
  facts: {
    dei: {
      EntityCommonStockSharesOutstanding: {
        label: "Entity Common Stock, Shares Outstanding",
        units: { shares: [{ ...filing, end: "2024-02-01", val: 5_000_000 }] },
      },
    },
    "us-gaap": {
      Revenues: { label: "Revenues", units: { USD: [year(2022, 1_180_400_000), year(2023, 1_234_567_000)] } },
      NetIncomeLoss: {
        label: "Net Income (Loss)",
        units: { USD: [year(2023, 99_000_000), year(2023, "many")] },
      },
      Assets: { label: "Assets", units: { USD: [{ ...filing, end: "2023-12-31", val: 2_000_000_000 }] } },
    },
  },
};

describe("companyfacts", () => {
  it("stores each figure with period, unit, form and accession, and rejects only a broken one", async () => {
    let calls = 0;
    const { url } = await startPublisher((request) => {
      if (++calls === 1) return { status: 503, headers: { "retry-after": "0" } };
      return request.url?.includes("CIK0000000777") ? { body: JSON.stringify(content) } : { status: 404 };
    });
    const result = await load("companyfacts", url);
    expect(countsOf(result)).toEqual({ added: 5, changed: 0, unchanged: 0, skipped: 0, rejected: 1 });
    expect(result.rejections[0]).toMatchObject({ excerpt: "CIK 0000000777 NetIncomeLoss[1]" });
    const [fact] = await listFacts(db, {
      svc_entity_id,
      concepts: ["Revenues"],
      fiscal_year: 2022,
      limit: 5,
    });
    expect(fact).toMatchObject({
      value: 1_180_400_000,
      unit: "USD",
      period_start: "2022-01-01",
      period_end: "2022-12-31",
      fiscal_period: "FY",
      form: "10-K",
      accession: "0000000777-24-000001",
    });
    expect(await db`select shares, date, source from share_count`).toEqual([
      { shares: 5_000_000, date: "2024-02-01", source: "SEC companyfacts" },
    ]);
  });

  it("changes nothing when it is loaded again, also from an archive", async () => {
    const zip = zipSync({ "CIK0000000777.json": Buffer.from(JSON.stringify(content)) });
    expect(countsOf(await load("companyfacts", write("companyfacts.zip", zip)))).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 5,
    });
  });

  it("exports the figures as they were loaded, the first included", async () => {
    const rows = await Array.fromAsync(factTable(db, { svc_entity_id }).rows);
    expect(rows.map(({ concept, period_end }) => `${concept} ${period_end}`)).toEqual([
      "EntityCommonStockSharesOutstanding 2024-02-01",
      "Revenues 2022-12-31",
      "Revenues 2023-12-31",
      "NetIncomeLoss 2023-12-31",
      "Assets 2023-12-31",
    ]);
  });

  it("reports in one sentence that a file is not of this kind", async () => {
    const result = await load("companyfacts", write("CIK0000000001.json", '{"cik": 1, "tags": {}}'));
    expect(result.rejections).toMatchObject([
      { line: 1, reason: expect.stringContaining("not in the SEC's format: facts") },
    ]);
  });

  it("rejects only a broken document of a folder, and reads files with and without a byte order mark", async () => {
    const place = path.join(folder, "documents");
    mkdirSync(place);
    const put = (name: string, bytes: string | Buffer) => writeFileSync(path.join(place, name), bytes);
    const text = JSON.stringify(content);
    put("CIK0000000001.json.gz", gzipSync(text).subarray(0, 40));
    put("CIK0000000002.json.gz", "\x1f\x8bno gzip at all");
    put("CIK0000000003.json", text.replace('"Revenues"', '"Reve\\u0000nues"'));
    put("CIK0000000004.json", text.replaceAll("2023,", "99999,"));
    put("CIK0000000005.json", `\uFEFF${text}`);
    const result = await load("companyfacts", place);
    expect(countsOf(result)).toMatchObject({ added: 0, changed: 0, unchanged: 5 });
    expect([...new Set(result.rejections.map(({ line }) => line))]).toEqual([1, 2, 3, 4, 5]);
    expect(result.rejections).toMatchObject([
      { line: 1, reason: "it cannot be read: unexpected end of file" },
      { line: 2, reason: "it cannot be read: incorrect header check" },
      { line: 3, reason: expect.stringContaining("not in the SEC's format") },
      ...Array.from({ length: 6 }, () => ({ line: 4, reason: expect.stringMatching(/^(fy|val) /) })),
      { line: 5, reason: expect.stringMatching(/^val /) },
    ]);
  });

  it("reports in one sentence that a folder or an archive is not what it was taken for", async () => {
    const place = path.join(folder, "nothing");
    mkdirSync(place);
    await expect(load("companyfacts", place)).rejects.toThrow("contains no file whose name matches");
    const other = write("other.zip", zipSync({ "readme.txt": Buffer.from("no") }));
    await expect(load("companyfacts", other)).rejects.toThrow("contains no file whose name matches");
    const broken = write("broken.zip", "PK\u0003\u0004 no archive");
    await expect(load("companyfacts", broken)).rejects.toThrow(/^The archive .* cannot be read\.$/);
    await expect(load("companyfacts", "/nowhere/facts.zip")).rejects.toThrow("cannot be read.");
  });
});

describe("checking a figure against its XBRL tag", () => {
  const check = async (figure: object) =>
    (await checkFigure(db, { svc_entity_id, value: 0, ...figure })).verdict;

  it("matches to the precision that was printed", async () => {
    expect(await check({ label: "revenue", value: 1_234.6, scale: "million", fiscal_year: 2023 })).toBe(
      "match",
    );
    expect(await check({ label: "Net sales", value: 1.2, scale: "billion", fiscal_year: 2023 })).toBe(
      "match",
    );
    expect(await check({ concept: "Assets", value: 2_000_000_000, period_end: "2023-12-31" })).toBe("match");
    expect(await check({ value: 99, scale: "million" })).toBe("match");
  });

  it("ignores the sign, because payments are printed in brackets and tagged without", async () => {
    expect(await check({ label: "net loss", value: -99, scale: "million", fiscal_year: 2023 })).toBe("match");
    expect(await check({ value: -99, scale: "million" })).toBe("match");
    expect(await check({ label: "net income", value: -98, scale: "million", fiscal_year: 2023 })).toBe(
      "differs",
    );
  });

  it("differs when the tag has another value, and is untagged, never wrong, when there is no tag", async () => {
    expect(await check({ label: "revenue", value: 1_235.6, scale: "million", fiscal_year: 2023 })).toBe(
      "differs",
    );
    expect(await check({ label: "revenue", value: 1_234.6, scale: "million", fiscal_year: 2021 })).toBe(
      "not_tagged",
    );
    expect(await check({ label: "gross profit", value: 1 })).toBe("not_tagged");
    expect(await check({ value: 98, scale: "million" })).toBe("not_tagged");
  });
});
