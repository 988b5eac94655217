import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { loadCompanies } from "../src/features/companies/index.ts";
import { startTestApp, type TestAccount } from "./app.ts";
import { browserOptions, hasBrowser } from "./browser.ts";
import { countsOf, openLoading } from "./ingest/loading.ts";

const app = await startTestApp({
  browser_path: browserOptions.executablePath,
  browser_sandbox: false,
  rate_factor: 100,
});
const account = await app.addAccount();
const { load, folder } = openLoading(app.db, { ...app.tools, db: app.db });
await loadCompanies(app.db, { name: "test", reference: "", licence: "own", source_date: "2025-01-01" }, [
  {
    svc_entity_id: "ent_twincompany",
    name: "Twin Company Inc",
    country: "US",
    exchange: "XNYS",
    securities: [{ ticker: "TWIN", isin: "US0378331005", mic: "XNYS" }],
  },
]);
const html = (text: string) =>
  `<!doctype html><html><body><h1>${text}</h1><p>Revenue was $ 12 million.</p></body></html>`;

async function untilRendition({ key }: TestAccount, reportId: string) {
  for (;;) {
    const body = { report_id: [reportId], option: ["pdf"] };
    const [file] = (await app.call("POST", "/v1/company_report/file_list", { key, body })).json.data
      .file_list_pdf;
    if (file.rendition) return file;
    await sleep(200);
  }
}

describe.runIf(hasBrowser)("a report filed as HTML", () => {
  it("prints a PDF rendition of an HTML report and keeps reading the original", async () => {
    const place = path.join(folder, "reports");
    mkdirSync(place);
    writeFileSync(path.join(place, "TWIN_annual-report_2024-11-01_en.html"), html("Annual report"));
    expect(countsOf(await load("report-folder", place))).toMatchObject({ added: 1, rejected: 0 });
    const [row] = await app.db<{ report_id: string; file_sha256: string }>`
      select report_id, file_sha256 from report where source_reference like '%TWIN_annual%'`;
    const file = await untilRendition(account, row?.report_id ?? "");
    const pdf = await fetch(file.clickable_link);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect(pdf.headers.get("content-disposition")).toContain("TWIN_annual-report_2024-11-01_en.pdf");
    expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
    const original = await fetch(file.original_link);
    expect([original.headers.get("content-type"), await original.text()]).toEqual([
      expect.stringContaining("text/html"),
      html("Annual report"),
    ]);
    const [kept] =
      await app.db`select content_type, file_sha256 from report where report_id = ${row?.report_id}`;
    expect(kept).toEqual({ content_type: "text/html", file_sha256: row?.file_sha256 });
    expect(countsOf(await load("report-folder", place))).toMatchObject({ added: 0, rejected: 0 });
  });

  it("deletes the rendition together with the report", async () => {
    const form = new FormData();
    form.set("title", "Own report");
    form.set("file", new Blob([html("Own")]), "own.htm");
    const { report_id } = (await app.call("POST", "/v1/company_report/upload", { key: account.key, form }))
      .json.data;
    const { clickable_link } = await untilRendition(account, report_id);
    expect((await fetch(clickable_link)).status).toBe(200);
    await app.call("DELETE", `/v1/company_report/upload?report_id=${report_id}`, { key: account.key });
    await expect.poll(async () => (await fetch(clickable_link)).status).toBe(403);
  });
});
