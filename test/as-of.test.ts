import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
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
const moment = async () => {
  await sleep(20);
  const now = new Date().toISOString();
  await sleep(20);
  return now;
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
  it("finds a company under what it was, in the form of then", async () => {
    expect(await search({ isin: "US0378331005" })).toEqual([]);
    expect(await search({ isin: "US0378331005", as_of: first })).toEqual(["Oldname Works AG"]);
    expect(await search({ isin: "US5949181045", as_of: first })).toEqual([]);
    expect(await search({ ticker: "OLDW", as_of: first })).toEqual(["Oldname Works AG"]);
    expect(await search({ name: "Oldname Works", as_of: first })).toEqual(["Oldname Works AG"]);
    expect(await search({ name: "Newname Group", as_of: first })).toEqual([]);
    expect(await search({ name: "Newname Group" })).toEqual(["Newname Group AG"]);
  });

  it("knows nothing from before it knew anything", async () => {
    expect(await search({ name: "Oldname Works", as_of: beginning })).toEqual([]);
    expect(await screen({ as_of: beginning })).toEqual([0]);
    expect(await search({ name: "Oldname Works", as_of: "2001-01-01" })).toEqual([]);
  });

  it("screens by where companies were listed then", async () => {
    expect(await screen({ country: "US", as_of: first })).toEqual([1, "Oldname Works AG"]);
    expect(await screen({ country: "GB", as_of: first })).toEqual([0]);
    expect(await screen({ country: "GB", order: "name_asc" })).toEqual([
      2,
      "Later Company Plc",
      "Newname Group AG",
    ]);
  });

  it("lists the reports that were here then", async () => {
    const reports = async (body: object) =>
      (await app.call("POST", "/v1/company_report/report_search", { key, body })).json.data.reports.length;
    expect(await reports({})).toBe(1);
    expect(await reports({ as_of: first })).toBe(0);
    expect(reportId).toMatch(/^rep_/);
  });

  it("422: a moment that is none", async () => {
    const reply = await app.call("POST", "/v1/company_report/company_search", {
      key,
      body: { name: "x", as_of: "soon" },
    });
    expect(reply.status).toBe(422);
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
