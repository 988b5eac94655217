import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadCompanies } from "../src/features/companies/index.ts";
import { startTestApp } from "./app.ts";
import { countsOf, openLoading } from "./ingest/loading.ts";
import { startPublisher } from "./ingest/publisher.ts";

const app = await startTestApp();
const { db } = app;
const { load, write, folder } = openLoading(db, { ...app.tools, db });
const svc_entity_id = "ent_filingcompany";
await loadCompanies(db, { name: "test", reference: "", licence: "own", source_date: "2025-01-01" }, [
  {
    svc_entity_id,
    name: "Filing Company Inc",
    cik: "0000000888",
    country: "US",
    exchange: "XNYS",
    securities: [{ ticker: "FILE", isin: "US0378331005", mic: "XNYS" }],
  },
]);
const html = (text: string) =>
  `<!doctype html><html><body><h1>${text}</h1><p>Revenue was $ 12 million.</p></body></html>`;
const titles = async () =>
  (await db<{ file_title: string }>`select file_title from report order by file_title`).map(
    ({ file_title }) => file_title,
  );

describe("edgar-filings", () => {
  const columns = (rows: string[][]) => ({
    accessionNumber: rows.map(([accession]) => accession),
    filingDate: rows.map(([, filed]) => filed),
    reportDate: rows.map(([, filed]) => filed),
    form: rows.map(([, , form]) => form),
    primaryDocument: rows.map(([, , , document]) => document),
  });
  const files: Record<string, string> = {
    "/submissions/CIK0000000888.json": JSON.stringify({
      cik: "888",
      name: "FILING COMPANY INC",
      filings: {
        recent: columns([
          ["0000000888-25-000002", "2025-02-20", "10-K", "annual.htm"],
          ["0000000888-25-000003", "2025-03-01", "4", "ownership.xml"],
          ["0000000888-25-000004", "2025-04-01", "8-K", "missing.htm"],
        ]),
        files: [{ name: "CIK0000000888-submissions-001.json", filingTo: "2019-12-31" }],
      },
    }),
    "/submissions/CIK0000000888-submissions-001.json": JSON.stringify(
      columns([["0000000888-19-000001", "2019-02-20", "10-Q", "quarter.htm"]]),
    ),
    "/Archives/edgar/data/888/000000088825000002/annual.htm": html("Annual report"),
    "/Archives/edgar/data/888/000000088825000002/index.json": JSON.stringify({
      directory: { item: [{ name: "annual.htm" }, { name: "annual-ex99_1.htm" }, { name: "R2.htm" }] },
    }),
    "/Archives/edgar/data/888/000000088825000002/annual-ex99_1.htm": html("Press release"),
    "/Archives/edgar/data/888/000000088819000001/quarter.htm": html("Quarterly report"),
  };
  let busy = 2;
  const publisher = startPublisher((request) => {
    if (busy-- > 0) return { status: 429, headers: { "retry-after": "0" } };
    const body = files[request.url ?? ""];
    return body === undefined ? { status: 404 } : { body };
  });

  it("loads main documents and exhibits of all pages, mapped to report types, and rejects missing ones", async () => {
    const { url } = await publisher;
    const result = await load("edgar-filings", url);
    expect(countsOf(result)).toEqual({ added: 3, changed: 0, unchanged: 0, skipped: 0, rejected: 1 });
    expect(result.rejections).toMatchObject([{ reason: "the URL responded with status 404" }]);
    const reports = await db`
      select file_title, report_type_id, publish_date, content_type, svc_entity_id, source from report order by publish_date, file_title`;
    expect(reports).toMatchObject([
      {
        report_type_id: "quarterly_report",
        publish_date: "2019-02-20",
        content_type: "text/html",
        svc_entity_id,
      },
      { report_type_id: "annual_report_regulatory", publish_date: "2025-02-20", source: "SEC EDGAR" },
      { file_title: "FILING COMPANY INC 10-K, exhibit annual-ex99_1.htm, 2025-02-20" },
    ]);
  });

  it("changes nothing when it is loaded again", async () => {
    const { url } = await publisher;
    expect(countsOf(await load("edgar-filings", url, { since: "2019-01-01" }))).toMatchObject({
      added: 0,
      unchanged: 3,
    });
  });

  it("reports a change in the format", async () => {
    const { url } = await startPublisher(() => ({
      body: '{"cik": "888", "name": "X", "filings": {"latest": {}}}',
    }));
    const result = await load("edgar-filings", url);
    expect(result.rejections).toMatchObject([
      { reason: expect.stringContaining("not in the SEC's format: filings.recent") },
    ]);
  });
});

describe("report-folder", () => {
  it("reads sidecar files and descriptive names, and rejects reports of unknown companies", async () => {
    const place = path.join(folder, "reports");
    mkdirSync(place);
    const demo = (name: string) => path.join(import.meta.dirname, "../demo/fictional/reports", name);
    copyFileSync(demo("tessandral-earnings-release-q1-2025.pdf"), path.join(place, "one.pdf"));
    writeFileSync(
      path.join(place, "one.pdf.json"),
      JSON.stringify({ isin: "US0378331005", title: "Release one", report_type: "earnings_release" }),
    );
    writeFileSync(path.join(place, "FILE_annual-report_2024-11-01_en.html"), html("Annual"));
    writeFileSync(path.join(place, "NOBODY9_annual-report_2024-11-01.html"), html("Nobody"));
    writeFileSync(path.join(place, "FILE_annual-report_2024-13-45_en.html"), html("No day"));
    writeFileSync(path.join(place, "FILE_annual-report_2023-11-01_en.pdf"), "");
    mkdirSync(path.join(place, "folder.pdf"));
    symlinkSync("/nowhere", path.join(place, "nowhere.pdf"));
    writeFileSync(path.join(place, "two.html"), html("Two"));
    writeFileSync(
      path.join(place, "two.html.json"),
      JSON.stringify({ ticker: "FILE", report_type: "no_such_type" }),
    );
    const before = await titles();
    const pretended = await load("report-folder", place, {}, true);
    expect(await titles()).toEqual(before);
    const result = await load("report-folder", place);
    expect(countsOf(pretended)).toEqual(countsOf(result));
    expect(countsOf(await load("report-folder", place, {}, true))).toMatchObject({ added: 0, unchanged: 2 });
    expect(countsOf(result)).toEqual({ added: 2, changed: 0, unchanged: 0, skipped: 0, rejected: 4 });
    expect(result.rejections.map(({ reason }) => reason).sort()).toEqual([
      "its company is unknown",
      "its name contains an invalid date: 2024-13-45",
      "sidecar: report_type is not a level-3 report type",
      "the file is empty",
    ]);
    const [named] =
      await db`select report_type_id, publish_date, language from report where file_name like 'FILE_%11-01%'`;
    expect(named).toEqual({ report_type_id: "annual_report", publish_date: "2024-11-01", language: "en" });
    expect(await titles()).toContain("Release one");
  });
});

describe("report-urls", () => {
  it("fetches each address politely, and rejects files that are not reports", async () => {
    let calls = 0;
    const { url } = await startPublisher((request) => {
      if (request.url === "/gone.pdf") return { status: 404 };
      if (request.url === "/text.pdf") return { body: "plain text" };
      return ++calls === 1
        ? { status: 503, headers: { "retry-after": "0" } }
        : { body: html(`From the web, ${request.url}`) };
    });
    const list = write(
      "list.csv",
      [
        "url,ticker,title,publish_date",
        `${url}/report.html,FILE,Web report,2025-05-05`,
        `${url}/gone.pdf,FILE,,`,
        `${url}/text.pdf,FILE,,`,
        "not an address,FILE,,",
        `${url}/r2.html,FILE,Bad date,05/05/2025`,
        `${url}/100%25-50%.html,FILE,Percent,`,
        "",
      ].join("\n"),
    );
    const result = await load("report-urls", list);
    expect(countsOf(result)).toEqual({ added: 2, changed: 0, unchanged: 0, skipped: 0, rejected: 4 });
    expect(result.rejections.map(({ line }) => line).sort()).toEqual([3, 4, 5, 6]);
    expect(await titles()).toContain("Web report");
  });
});

describe("report-bucket", () => {
  it("loads the reports of a bucket, page by page, once", async () => {
    const files: Record<string, string> = {
      "in/FILE_half-year-report_2025-08-01_en.html": html("Half year"),
      "in/bad.html": html("Bad"),
      "in/bad.html.json": "not JSON",
      "in/side.html": html("With a sidecar"),
      "in/side.html.json": JSON.stringify({ ticker: "FILE", title: "From the bucket" }),
    };
    const keys = Object.keys(files);
    const listPage = (from: number) => {
      const entries = keys
        .slice(from, from + 2)
        .map(
          (key) =>
            `<Contents><Key>${key}</Key><ETag>&quot;${key.length}&quot;</ETag><Size>1</Size></Contents>`,
        );
      const isLast = from + 2 >= keys.length;
      const next = isLast ? "" : `<NextContinuationToken>${from + 2}</NextContinuationToken>`;
      return `<?xml version="1.0"?><ListBucketResult>${entries.join("")}<IsTruncated>${!isLast}</IsTruncated>${next}</ListBucketResult>`;
    };
    const { url } = await startPublisher((request) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://bucket");
      if (searchParams.has("list-type"))
        return { body: listPage(Number(searchParams.get("continuation-token") ?? 0)) };
      const body = files[decodeURIComponent(pathname).replace("/florin/", "")];
      return body === undefined ? { status: 404 } : { body };
    });
    const bucket = openLoading(
      db,
      { ...app.tools, db },
      { region: "us-east-1", endpoint: url, accessKeyId: "id", secretAccessKey: "secret" },
    );
    const result = await bucket.load("report-bucket", "s3://florin/in/");
    expect(countsOf(result)).toEqual({ added: 2, changed: 0, unchanged: 0, skipped: 0, rejected: 1 });
    expect(result.rejections).toMatchObject([{ reason: "sidecar: it is not JSON", excerpt: "in/bad.html" }]);
    expect(await titles()).toContain("From the bucket");
    expect(countsOf(await bucket.load("report-bucket", "s3://florin/in/"))).toMatchObject({
      added: 0,
      unchanged: 2,
    });
    await expect(load("report-bucket", "s3://florin/in/")).rejects.toThrow(
      "needs the settings s3_access_key_id",
    );
  });
});
