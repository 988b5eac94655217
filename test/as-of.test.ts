import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { writeFacts } from "../src/features/facts/index.ts";
import { writeRates, writeShareCounts } from "../src/features/prices/index.ts";
import { addReport } from "../src/features/reports/index.ts";
import { startTestApp } from "./app.ts";
import { openLoading } from "./ingest/loading.ts";

const app = await startTestApp();
const { db } = app;
const { key } = await app.addAccount();
const { load, write } = openLoading(db, { ...app.tools, db });
const mapping = write(
  "mapping.json",
  JSON.stringify({
    source: { id: "own-list", name: "Own list", licence: "own", date: "2025-09-01" },
    columns: {
      key: "id",
      name: "company",
      isin: "isin",
      ticker: "symbol",
      mic: "market",
      country: "country",
    },
  }),
);
const list = (rows: string[]) =>
  write("list.csv", ["id,company,isin,symbol,market,country", ...rows, ""].join("\n"));
/** A moment after everything stored so far and before everything stored later. */
const moment = async () => {
  const now = Date.now() + 1;
  while (Date.now() <= now) await sleep(1);
  return new Date(now).toISOString();
};

const beginning = await moment();
await load("companies-csv", list(["1,Oldname Works AG,US0378331005,OLDW,XNYS,US"]), { mapping });
const first = await moment();
await load(
  "companies-csv",
  list(["1,Newname Group AG,US5949181045,NEWG,XLON,GB", "2,Later Company Plc,,LATE,XLON,GB"]),
  { mapping },
);
const file = write("report.html", "<!doctype html><html><body>Annual report</body></html>");
const { reportId } = await addReport({ ...app.tools, db }, file, {
  account_id: null,
  svc_entity_id: null,
  file_title: "Annual report",
  publish_date: "2020-01-01",
  fiscal_year: null,
  fiscal_period: null,
  language: "en",
  file_name: "report.html",
  content_type: "text/html",
  fictional: false,
  source: "test",
  source_reference: "",
  licence: "",
});

const search = async (body: object) =>
  (await app.call("POST", "/v1/company_report/company_search", { key, body })).json.data.map(
    (row: { name: string }) => row.name,
  );
const screen = async (body: object) => {
  const { data } = (await app.call("POST", "/v1/company_report/company_search_batch", { key, body })).json;
  return [data.pagination.total, ...data.companies.map((row: { name: string }) => row.name)];
};

describe("as_of", () => {
  it("finds a company under its former identifiers, in the form of that time", async () => {
    expect(await search({ isin: "US0378331005" })).toEqual([]);
    expect(await search({ isin: "US0378331005", as_of: first })).toEqual(["Oldname Works AG"]);
    expect(await search({ isin: "US5949181045", as_of: first })).toEqual([]);
    expect(await search({ ticker: "OLDW", as_of: first })).toEqual(["Oldname Works AG"]);
    expect(await search({ name: "Oldname Works", as_of: first })).toEqual(["Oldname Works AG"]);
    expect(await search({ name: "Newname Group", as_of: first })).toEqual([]);
    expect(await search({ name: "Newname Group" })).toEqual(["Newname Group AG"]);
  });

  it("knows nothing from before the first data was loaded", async () => {
    expect(await search({ name: "Oldname Works", as_of: beginning })).toEqual([]);
    expect(await screen({ as_of: beginning })).toEqual([0]);
    expect(await search({ name: "Oldname Works", as_of: "2001-01-01" })).toEqual([]);
  });

  it("screens by the listings of that time", async () => {
    expect(await screen({ country: "US", as_of: first })).toEqual([1, "Oldname Works AG"]);
    expect(await screen({ country: "GB", as_of: first })).toEqual([0]);
    expect(await screen({ country: "GB", order: "name_asc" })).toEqual([
      2,
      "Later Company Plc",
      "Newname Group AG",
    ]);
  });

  it("gives the listing status of that time", async () => {
    const fields = ["cik", "name", "ticker", "exchange"];
    const tickers = (...data: unknown[][]) => write("tickers.json", JSON.stringify({ fields, data }));
    const others = [31, 32, 33, 34].map((cik) => [cik, `Stillthere ${cik} Mills Inc`, `ST${cik}`, "NYSE"]);
    const gone = [35, "Endmoor Mills Inc", "ENDM", "NYSE"];
    await load("sec-tickers", tickers(...others, gone), { date: "2020-01-01" });
    const listed = await moment();
    await load("sec-tickers", tickers(...others), { date: "2023-01-01" });
    const ended = await moment();
    await load("sec-tickers", tickers(...others, gone), { date: "2024-01-01" });
    const statuses = async (as_of?: string) =>
      (
        await app.call("POST", "/v1/company_report/company_search", { key, body: { ticker: "ENDM", as_of } })
      ).json.data.map((row: { status: string; children: { status: string }[] }) => [
        row.status,
        ...row.children.map(({ status }) => status),
      ]);
    expect(await statuses(listed)).toEqual([["active", "active"]]);
    expect(await statuses(ended)).toEqual([["delisted", "delisted"]]);
    expect(await statuses()).toEqual([["active", "active"]]);
    const screened = async (as_of: string) => await screen({ status: "delisted", as_of });
    expect(await screened(listed)).toEqual([0]);
    expect(await screened(ended)).toEqual([1, "Endmoor Mills Inc"]);
  });

  it("lists the reports that existed at that time", async () => {
    const reports = async (body: object) =>
      (await app.call("POST", "/v1/company_report/report_search", { key, body })).json.data.reports.length;
    expect(await reports({})).toBe(1);
    expect(await reports({ as_of: first })).toBe(0);
    expect(reportId).toMatch(/^rep_/);
  });

  it.each(["soon", "2024-02-30", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00"])(
    "422: refuses %s, which is not a moment",
    async (as_of) => {
      const reply = await app.call("POST", "/v1/company_report/company_search", {
        key,
        body: { name: "x", as_of },
      });
      expect([reply.status, reply.json.detail]).toEqual([422, expect.stringMatching(/^as_of: expected a /)]);
    },
  );
});

describe("as_of for figures, share counts and rates", () => {
  const origin = { source: "test", reference: "", licence: "" };
  const find = async () => {
    const [row] = await db<{ svc_entity_id: string }>`
      select svc_entity_id from company where name = 'Newname Group AG'`;
    return row?.svc_entity_id ?? "";
  };

  it("leaves out restatements that were filed later", async () => {
    const svc_entity_id = await find();
    const filing = (accession: string, filed: string, value: number) => ({
      svc_entity_id,
      taxonomy: "us-gaap",
      concept: "Revenues",
      unit: "USD",
      period_start: "2023-01-01",
      period_end: "2023-12-31",
      value,
      fiscal_year: 2023,
      fiscal_period: "FY",
      form: "10-K",
      accession,
      filed,
    });
    await writeFacts(db, origin, [
      filing("0000000001-24-000001", "2024-02-15", 1_000_000),
      filing("0000000001-25-000001", "2025-02-15", 900_000),
    ]);
    const ask = async (path: string, body: object) =>
      (await app.call("POST", `/v1/fact/${path}`, { key, body: { svc_entity_id, ...body } })).json.data;
    const values = async (as_of?: string) =>
      (await ask("list", { as_of })).facts.map(({ value }: { value: number }) => value);
    expect(await values()).toEqual([900_000, 1_000_000]);
    expect(await values("2024-02-15")).toEqual([1_000_000]);
    expect(await values("2024-02-14")).toEqual([]);
    const check = async (value: number, as_of?: string) =>
      (await ask("check", { label: "revenue", fiscal_year: 2023, value, as_of })).verdict;
    expect(await check(900_000)).toBe("match");
    expect(await check(900_000, "2024-12-31T00:00:00Z")).toBe("differs");
    expect(await check(900_000, "2023-12-31")).toBe("not_tagged");
  });

  it("multiplies the price by the shares and the rate of that time", async () => {
    const svc_entity_id = await find();
    const emit = async (shares: number, usd: number) => {
      const day = { date: "2025-01-02", source: "test", licence: "" };
      await writeShareCounts(db, [{ svc_entity_id, shares, reference: "", ...day }]);
      await writeRates(db, [{ currency: "GBP", usd, ...day }]);
    };
    const prices = "date,open,high,low,close,volume,currency,svc_entity_id";
    await load("prices-csv", write("own.csv", `${prices}\n2025-01-03,2,2,2,2,9,GBP,${svc_entity_id}\n`));
    await emit(100, 1.25);
    const before = await moment();
    await emit(110, 1.5);
    await emit(110, 1.5);
    const cap = async (as_of?: string) => {
      const body = { svc_entity_id, as_of };
      const { parts, market_cap_usd } = (await app.call("POST", "/v1/price/market_cap", { key, body })).json
        .data;
      return [parts.shares.shares, parts.currency_rate.usd, market_cap_usd];
    };
    expect(await cap()).toEqual([110, 1.5, 330]);
    expect(await cap(before)).toEqual([100, 1.25, 250]);
  });
});

describe("companies.sources", () => {
  it("names the source, day and licence of every field, and the former name with its date", async () => {
    const [{ svc_entity_id }] = (
      await app.call("POST", "/v1/company_report/company_search", { key, body: { ticker: "NEWG" } })
    ).json.data;
    const { data } = (
      await app.call("POST", "/v1/company_report/company_sources", { key, body: { svc_entity_id } })
    ).json;
    expect(data.fields).toContainEqual({
      field: "name",
      value: "Newname Group AG",
      chosen: true,
      source: "Own list",
      source_date: "2025-09-01",
      licence: "own",
      reference: expect.stringContaining("list.csv"),
    });
    expect(data.names).toContainEqual(
      expect.objectContaining({ kind: "former", name: "Oldname Works AG", valid_to: "2025-09-01" }),
    );
  });
});
