import { readFileSync } from "node:fs";
import { type Zippable, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { startTestApp, type TestReply } from "./app.ts";
import { waitUntilDigested } from "./wait-for-reports.ts";

const app = await startTestApp({ rate_factor: 1_000 });
const { key, accountId } = await app.addAccount({ credits: 1_000 });

const text = (content: string) => new TextEncoder().encode(content);
/** The same report in the taxonomy and the wrapping of an ESEF filing. */
const XHTML = text(
  `<?xml version="1.0" encoding="UTF-8"?>\n${readFileSync("test/reports/inline-xbrl.html", "utf8")
    .replace(/^<!doctype html>\s*/i, "")
    .replaceAll("us-gaap:Revenues", "ifrs-full:Revenue")}`,
);
const REPORT = "acme-2024-12-31/reports/acme-2024-12-31-en.xhtml";
const META = { "acme-2024-12-31/META-INF/reportPackage.json": text("{}") };

async function upload(file: Uint8Array): Promise<TestReply> {
  const form = new FormData();
  form.set("title", "Annual report 2024");
  form.set("report_type", "annual_report");
  form.set("file", new Blob([new Uint8Array(file)]), "acme-2024-12-31.zip");
  return app.call("POST", "/v1/company_report/upload", { key, form });
}

const pack = (files: Zippable) => Buffer.from(zipSync({ ...META, ...files }));

async function balance(): Promise<number> {
  const [row] = await app.db<{ available: number }>`
    select available::int as available from credit_balance where account_id = ${accountId}`;
  return row?.available ?? 0;
}

describe("an ESEF package", () => {
  it("200: is read as the report inside it, and its tags are compared with its tables", async () => {
    const reply = await upload(pack({ [REPORT]: XHTML }));
    expect(reply.status).toBe(200);
    const { report_id } = reply.json.data;
    await waitUntilDigested(app, report_id);
    const statements = await app.call("POST", "/v1/financial/statements", { key, body: { report_id } });
    const revenue = statements.json.data.statements
      .flatMap(({ rows }: { rows: { figure: string | null }[] }) => rows)
      .find(({ figure }: { figure: string | null }) => figure === "revenue");
    expect(revenue.cells[0]).toMatchObject({
      value: 1_000_000_000,
      tagged: { verdict: "match", tag: "ifrs-full:Revenue" },
    });
  });

  it("200: is the same report as the XHTML file inside it", async () => {
    const packed = await upload(pack({ [REPORT]: XHTML }));
    const plain = await upload(XHTML);
    expect(plain.json.data.report_id).toBe(packed.json.data.report_id);
  });

  const packed = () => pack({ [REPORT]: XHTML });
  it.each([
    [
      "is no archive after its first bytes",
      () => Buffer.from("PK\u0003\u0004 and nothing else"),
      "cannot be read",
    ],
    ["is cut off", () => packed().subarray(0, -30), "cannot be read"],
    ["has no report", () => pack({ "acme/readme.txt": text("hello") }), "no XHTML report"],
    ["has two reports", () => pack({ "a/reports/a.xhtml": XHTML, "a/reports/b.xhtml": XHTML }), "2 reports"],
    ["has a name that leads out of it", () => pack({ "../../etc/report.xhtml": XHTML }), "leads out"],
    ["has an absolute name", () => pack({ "/etc/report.xhtml": XHTML }), "leads out"],
    ["holds another archive", () => pack({ [REPORT]: XHTML, "a/more.zip": text("PK") }), "another archive"],
    ["holds thousands of files", () => pack(manyFiles()), "more than 5000 files"],
    ["claims to be huge", () => withSize(packed(), 3_000_000_000), "more than 250 MB"],
    ["claims to be packed a thousand times smaller", () => withSize(packed(), 200_000_000), "100 times"],
    ["is larger than it claims", () => withSize(packed(), 20), "damaged"],
    ["has a report that is none", () => pack({ [REPORT]: text("just words") }), "neither a PDF"],
  ])("422: that %s is refused before anything is charged or kept", async (_, make, reason) => {
    const before = await balance();
    expect(before).toBeGreaterThan(0);
    const reply = await upload(make());
    expect([reply.status, reply.json.code]).toEqual([422, "file_not_readable"]);
    expect(reply.text).toContain(reason);
    expect(await balance()).toBe(before);
  });
});

function manyFiles(): Zippable {
  return Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`acme/${at}.txt`, text("")]));
}

/** The archive with another claimed size of its report, in the central directory and in the file's own head. */
function withSize(archive: Buffer, bytes: number): Buffer {
  const changed = Buffer.from(archive);
  for (const [mark, size, name] of [
    ["PK\u0001\u0002", 24, 46],
    ["PK\u0003\u0004", 22, 30],
  ] as const)
    for (let at = changed.indexOf(mark); at >= 0; at = changed.indexOf(mark, at + 4))
      if (changed.subarray(at + name, at + name + REPORT.length).toString() === REPORT)
        changed.writeUInt32LE(bytes, at + size);
  return changed;
}
