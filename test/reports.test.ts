import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { findBalance } from "../src/features/credits/index.ts";
import { PageRecord } from "../src/features/reports/layout/index.ts";
import { startTestApp, type TestAccount } from "./app.ts";
import { waitUntilDigested } from "./wait-for-reports.ts";

const app = await startTestApp({ rate_factor: 100 });
const owner = await app.addAccount();
const stranger = await app.addAccount();
const [SAMPLE] = JSON.parse(readFileSync("demo/fictional/reports.json", "utf8")) as {
  file: string;
  page_count: number;
}[];
if (!SAMPLE) throw new Error("the demo has no reports");
const PAGES = SAMPLE.page_count;
const PDF = readFileSync(`demo/fictional/${SAMPLE.file}`);

async function upload(
  account: TestAccount,
  fields: Record<string, string> = {},
  bytes: Uint8Array<ArrayBuffer> = PDF,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: "Annual Report 2024", ...fields }))
    form.set(name, value);
  form.set("file", new Blob([bytes]), "Bericht 2024.pdf");
  return app.call("POST", "/v1/company_report/upload", { key: account.key, form });
}

/** Unlike `fetch`, curl adds no header and decompresses nothing by itself. Asynchronous, because this process is the server. */
async function curl(...args: string[]): Promise<Buffer> {
  const options = { encoding: "buffer", maxBuffer: 100_000_000 } as const;
  return (await promisify(execFile)("curl", ["-s", ...args], options)).stdout;
}

const files = (account: TestAccount, body: object) =>
  app.call("POST", "/v1/company_report/file_list", { key: account.key, body });
const search = (account: TestAccount, body: object = {}) =>
  app.call("POST", "/v1/company_report/report_search", { key: account.key, body });

describe("an uploaded report", () => {
  it("is digested, served as file, text and vectors, visible only to its owner, and gone when deleted", async () => {
    const uploaded = await upload(owner, {
      publish_date: "2025-02-25",
      fiscal_year: "2024",
      fiscal_period: "FY",
    });
    expect([uploaded.status, uploaded.json.detail]).toEqual([200, null]);
    expect(uploaded.headers.get("x-credits-charged")).toBe("5");
    const { report_id, added } = uploaded.json.data;
    expect(added).toBe(true);
    expect(uploaded.headers.get("x-credits-charged")).toBe("5");
    const again = await upload(owner);
    expect(again.json.data).toEqual({ report_id, added: false });
    expect(again.headers.get("x-credits-charged")).toBe("0");
    await waitUntilDigested(app, report_id);

    const found = (await search(owner, { query: "annual 2024", report_type_list: ["financial_reports"] }))
      .json.data;
    expect(found.reports).toMatchObject([
      {
        report_id,
        lv3_id: "annual_report",
        language: "en",
        page_count: PAGES,
        digest_state: "ready",
        own: true,
      },
    ]);
    expect(found.pagination).toEqual({ total: 1, limit: 20, offset: 0, has_more: false });
    expect((await search(stranger)).json.data.reports).toEqual([]);
    const count = async (query: string) => (await search(owner, { query })).json.data.pagination.total;
    // Of the last word the beginning is enough.
    expect([await count("annual 20"), await count("ann 2024"), await count("–")]).toEqual([1, 0, 0]);

    const options = ["pdf", "extract", "embedding"];
    const answer = await files(owner, { report_id: [report_id, "rep_unknown1"], option: options });
    expect(answer.json.data.billing_info).toEqual({ total_calls: 2, total_options: 3, total_charge: 6 });
    expect(answer.headers.get("x-credits-charged")).toBe("6");
    expect(answer.json.data.errors.map(({ option }: { option: string }) => option)).toEqual(options);
    expect(answer.json.data.file_list_embadding).toEqual(answer.json.data.file_list_embedding);

    const [pdf] = answer.json.data.file_list_pdf;
    const file = await fetch(pdf.clickable_link);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(file.headers.get("content-disposition")).toBe('inline; filename="Bericht 2024.pdf"');
    expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true);

    const part = async (range: string) => {
      const reply = await fetch(pdf.clickable_link, { headers: { range } });
      return [reply.status, (await reply.arrayBuffer()).byteLength];
    };
    expect(await part("bytes=0-9")).toEqual([206, 10]);
    expect(await part("bytes=-9, 3-4")).toEqual([206, 9]);
    for (const none of ["pages=1-2", "bytes=9-3", "bytes=a-b"])
      expect(await part(none)).toEqual([200, PDF.length]);

    const [extract] = answer.json.data.file_list_extract;
    expect(extract.certificate).toMatchObject({
      page_count: PAGES,
      pages_read: PAGES,
      pages_failed: [],
      complete: true,
    });
    const lines = (await (await fetch(extract.clickable_link)).text()).trim().split("\n");
    const pages = lines.map((line) => PageRecord.parse(JSON.parse(line)));
    expect(pages.map(({ page }) => page)).toEqual(Array.from({ length: PAGES }, (_, index) => index + 1));

    const [embedding] = answer.json.data.file_list_embedding;
    expect(embedding).toMatchObject({ model: "florin-retriever", dimension: 384, normalised: true });
    const chunks = (await (await fetch(embedding.clickable_link)).text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(chunks).toHaveLength(embedding.chunk_count);
    for (const { vector } of chunks) expect(Math.hypot(...vector)).toBeCloseTo(1, 4);

    const refused = await files(stranger, { report_id: [report_id], option: ["pdf"] });
    expect(refused.json.data).toMatchObject({ file_list_pdf: [], billing_info: { total_charge: 0 } });
    const remove = (account: TestAccount) =>
      app.call("DELETE", `/v1/company_report/upload?report_id=${report_id}`, { key: account.key });
    expect((await remove(stranger)).json.data.deleted).toBe(false);
    expect((await remove(owner)).json.data.deleted).toBe(true);
    // A job removes the files.
    for (const { clickable_link } of [pdf, extract])
      await expect.poll(async () => (await fetch(clickable_link)).status).toBe(403);
  });

  it("says why a file cannot be read, and which pages were not", async () => {
    const uploaded = await upload(owner, { title: "Broken" }, Buffer.from("%PDF-1.7\nthis is no report"));
    const { report_id } = uploaded.json.data;
    await waitUntilDigested(app, report_id, "failed");
    const answer = await files(owner, { report_id: [report_id], option: ["extract", "pdf"] });
    expect(answer.json.data.errors).toMatchObject([
      { report_id, option: "extract", code: "file_not_readable" },
    ]);
    expect(answer.json.data.billing_info.total_charge).toBe(1);
  });

  it("may be an HTML file, but no other type", async () => {
    const html =
      "<!doctype html><h1>Half-year report</h1><p>All markets grew.</p><table>" +
      "<tr><td>(In millions)</td><td>2024</td><td>2023</td></tr>" +
      "<tr><td>Net sales</td><td>1,234</td><td>1,100</td></tr>" +
      "<tr><td>Net loss</td><td>(12)</td><td>(9)</td></tr></table><script>alert(1)</script>";
    const { report_id } = (await upload(owner, { title: "Half-year report" }, Buffer.from(html))).json.data;
    await waitUntilDigested(app, report_id);
    const body = { report_id: [report_id], option: ["pdf", "extract"], inline: true };
    const { file_list_pdf, file_list_extract } = (await files(owner, body)).json.data;
    const [{ pages, certificate }] = file_list_extract;
    expect(certificate).toMatchObject({ page_count: 1, pages_read: 1, table_rows: 2, complete: true });
    expect(pages[0].rows[1]).toMatchObject({ label: "Net loss", cells: [{ value: -12 }, { value: -9 }] });
    expect(pages[0].text).not.toContain("alert");
    // A script in a report must not run with our origin.
    const file = await fetch(file_list_pdf[0].clickable_link);
    expect([file.headers.get("content-type"), file.headers.get("content-security-policy")]).toEqual([
      expect.stringContaining("text/html"),
      expect.stringContaining("sandbox"),
    ]);
    const refused = await upload(
      owner,
      { title: "Notes" },
      Buffer.from("PK\u0003\u0004 a word processor's file"),
    );
    expect([refused.status, refused.json.code, refused.headers.get("x-credits-charged")]).toEqual([
      422,
      "file_not_readable",
      "0",
    ]);
  });

  it("422: is refused without a file, with an unknown type, and as JSON", async () => {
    const form = new FormData();
    form.set("title", "No file");
    const missing = await app.call("POST", "/v1/company_report/upload", { key: owner.key, form });
    expect([missing.status, missing.json.detail]).toEqual([422, expect.stringContaining("file is required")]);
    expect((await upload(owner, { report_type: "gossip" })).json.detail).toContain("report_type");
    expect((await upload(owner, { svc_entity_id: "ent_nobody00" })).status).toBe(404);
    const json = await app.call("POST", "/v1/company_report/upload", {
      key: owner.key,
      body: { title: "x" },
    });
    expect([json.status, json.json.detail]).toEqual([422, expect.stringContaining("multipart/form-data")]);
  });
});

describe("file_list", () => {
  it("422: refuses a search without criteria, which would be charged", async () => {
    expect((await search(owner, { query: "  " })).json.detail).toMatch(/^query must be /);
  });

  it("422: refuses an unknown option, an empty list and more than 100 reports", async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `rep_${index}`);
    for (const body of [
      { report_id: ["a"], option: ["docx"] },
      { report_id: [], option: ["pdf"] },
      { report_id: ["a"], option: [] },
      { report_id: ids, option: ["pdf"] },
      { report_id: "a", option: ["pdf"] },
    ]) {
      expect((await files(owner, body)).status).toBe(422);
    }
  });

  it("charges nothing when nothing could be delivered", async () => {
    const account = await app.addAccount();
    await files(account, { report_id: ["rep_unknown1"], option: ["pdf"] });
    expect(await findBalance(app.db, account.accountId)).toMatchObject({ spent: 0, held: 0 });
  });
});

describe("file links", () => {
  it("serve ranges of a file, 304 to those who have it, and 403 once a byte is changed", async () => {
    const { report_id } = (await upload(stranger, { title: "For links" })).json.data;
    const answer = await files(stranger, { report_id: [report_id], option: ["pdf"] });
    const link: string = answer.json.data.file_list_pdf[0].clickable_link;
    const get = (range: string) => fetch(link, { headers: { range } });
    const part = await get("bytes=5-9");
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 5-9/${PDF.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(PDF.subarray(5, 10))).toBe(true);
    expect(Buffer.from(await (await get("bytes=-4")).arrayBuffer()).equals(PDF.subarray(-4))).toBe(true);
    expect((await get(`bytes=${PDF.length}-`)).status).toBe(416);
    const etag = (await fetch(link, { method: "HEAD" })).headers.get("etag") ?? "";
    expect((await fetch(link, { headers: { "if-none-match": etag } })).status).toBe(304);

    const other = link.replace(/signature=(.)/, (_all, first) => `signature=${first === "A" ? "B" : "A"}`);
    const later = link.replace(/expires=(\d)/, "expires=9");
    for (const wrong of [other, later, link.replace("Bericht", "bericht"), link.split("?")[0] ?? ""]) {
      const reply = await fetch(wrong);
      expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([403, "link_invalid"]);
    }
  });

  it("serve text compressed as stored, or decompressed to clients without support", async () => {
    const { report_id } = (await upload(stranger, { title: "For links" })).json.data;
    await waitUntilDigested(app, report_id);
    const answer = await files(stranger, { report_id: [report_id], option: ["extract"] });
    const link: string = answer.json.data.file_list_extract[0].clickable_link;
    const packed = await curl("-H", "accept-encoding: gzip", link);
    const plain = await curl(link);
    expect(gunzipSync(packed).equals(plain)).toBe(true);
  });
});
