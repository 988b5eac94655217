import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { startTestApp, type TestReply } from "../../../test/app.ts";
import { waitUntilDigested } from "../../../test/wait-for-reports.ts";
import { findBalance } from "../credits/index.ts";
import { writeFacts } from "../facts/index.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const account = await app.addAccount();
const PATH = "/v1/chat/chat_report";
const REPORT = "rep_vujzjgh7sqyi";

const ask = (question: string, report_id = REPORT): Promise<TestReply> =>
  app.call("POST", PATH, { key: account.key, body: { report_id, question } });

const HTML_REPORT = `<!doctype html><html lang="en"><body><h1>Consolidated income statement</h1>
<p>Written with &lt;script&gt; in it. In millions of US dollars, years ended December 31</p>
<table><tr><th></th><th>2025</th><th>2024</th></tr>
<tr><td>Revenue</td><td>4,182</td><td>3,905</td></tr>
<tr><td>Operating income</td><td>611</td><td>540</td></tr>
<tr><td>Net income</td><td>402</td><td>377</td></tr></table></body></html>`;

/** A report that is waiting to be read. */
async function addUnread(accountId: string, reportId: string): Promise<string> {
  await app.db`
    insert into report (report_id, account_id, file_title, file_title_en, report_type_id, report_type_confidence,
      file_name, content_type, file_sha256, file_bytes, source, digest_state, page_count, pages_done)
    values (${reportId}, ${accountId}, 'Annual Report', 'Annual Report', 'annual_report', 1, 'report.pdf',
      'application/pdf', ${"a".repeat(64)}, 1, 'upload', 'reading', 40, 12)`;
  return reportId;
}

describe("answers.chat_report", () => {
  it("200: answers a figure with the claim it was read from", async () => {
    const { status, json } = await ask("What are total assets for FY2024?");
    expect(status).toBe(200);
    expect(Object.keys(json.data).sort()).toEqual(
      [
        "answer",
        "claims",
        "confidence",
        "engine",
        "error",
        "pages_considered",
        "reference",
        "request_params",
        "spans",
      ].sort(),
    );
    const { answer, reference, claims, error, request_params } = json.data;
    expect(error).toBe(false);
    expect(request_params).toEqual({ report_id: REPORT, question: "What are total assets for FY2024?" });
    expect(claims).toHaveLength(1);
    expect(claims[0]).toMatchObject({
      verdict: "found",
      unit: "USD",
      scale: "million",
      page: reference[0].page,
    });
    expect(answer).toContain(new Intl.NumberFormat("en-US").format(claims[0].value));
    expect(reference).toEqual([{ attachment: expect.stringMatching(/\.pdf$/), page: claims[0].page }]);
    expect(json.data.pages_considered.length).toBeGreaterThan(1);
    expect(claims[0].link).toBe(`${app.baseUrl}/c/${claims[0].claim_id}`);
  });

  it("200: says whether the company's own XBRL tags agree, when it has any", async () => {
    const question = "What are total assets for FY2024?";
    const [claim] = (await ask(question)).json.data.claims;
    expect(claim.tagged).toBeUndefined();
    const [report] = await app.db<{ svc_entity_id: string }>`
      select svc_entity_id from report where report_id = ${REPORT}`;
    const tag = (value: number) =>
      writeFacts(app.db, { source: "test", reference: "", licence: "" }, [
        {
          svc_entity_id: report?.svc_entity_id ?? "",
          taxonomy: "us-gaap",
          concept: "Assets",
          unit: "USD",
          period_start: null,
          period_end: "2024-12-31",
          value,
          fiscal_year: 2024,
          fiscal_period: "FY",
          form: "10-K",
          accession: "0000000000-25-000001",
          filed: "2025-02-01",
        },
      ]);
    await tag(claim.value * 1e6);
    expect((await ask(question)).json.data.claims[0].tagged).toBe("match");
    await tag(1);
    expect((await ask(question)).json.data.claims[0].tagged).toBe("differs");
    await app.db`delete from fact where source = 'test'`;
  });

  it("200: computes a ratio from claims, and the computation can be repeated from them", async () => {
    const { json } = await ask("What is the gross margin for FY2024? Round to two decimal places.");
    const [computed, ...operands] = json.data.claims;
    expect(computed).toMatchObject({ verdict: "computed", unit: "%", page: null });
    expect(computed.computed_from).toEqual(operands.map((claim: { claim_id: string }) => claim.claim_id));
    const [gross, revenue] = operands.map((claim: { value: number }) => claim.value);
    expect(computed.value).toBeCloseTo((100 * gross) / revenue, 2);
  });

  it("200: gives the same answer to GET", async () => {
    const question = "What are total assets for FY2024?";
    const query = new URLSearchParams({ report_id: REPORT, question });
    const got = await app.call("GET", `${PATH}?${query}`, { key: account.key });
    expect(got.json.data).toEqual((await ask(question)).json.data);
  });

  it("422: asks for query parameters when a GET has a body", async () => {
    const body = JSON.stringify({ report_id: REPORT, question: "What are total assets?" });
    const sent = request(`${app.baseUrl}${PATH}`, {
      method: "GET",
      headers: {
        "x-api-key": account.key,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      },
    });
    sent.end(body);
    const [reply] = (await once(sent, "response")) as [IncomingMessage];
    const { detail } = (await json(reply)) as { detail: string };
    expect([reply.statusCode, detail]).toEqual([
      422,
      `Send query parameters instead of a body: GET ${PATH}?name=value&…`,
    ]);
  });

  it("200: says when the report does not answer, and charges less", async () => {
    const before = (await findBalance(app.db, account.accountId))?.available ?? 0;
    const { json } = await ask("Who won the football championship of zebras?");
    expect(json.data.answer).toBe("Not found in this report.");
    expect(json.data.reference).toEqual([]);
    expect(json.data.pages_considered.length).toBeGreaterThan(0);
    expect(json.data.claims).toEqual([]);
    expect(before - ((await findBalance(app.db, account.accountId))?.available ?? 0)).toBe(1);
  });

  it("200: gives no figure for a year that the report does not show", async () => {
    const { json } = await ask("What are total assets for FY1999?");
    expect(json.data.claims.filter((claim: { period: string }) => /1999/.test(claim.period ?? ""))).toEqual(
      [],
    );
    expect(json.data.answer).toMatch(/show no total assets for FY1999/);
  });

  it("404: does not find a missing report or a report of another account", async () => {
    expect((await ask("What?", "rep_unknown")).status).toBe(404);
    const other = await app.addAccount();
    expect((await ask("What?", await addUnread(other.accountId, "rep_someoneelse"))).status).toBe(404);
  });

  it("409: reports the progress of a report that is not read yet", async () => {
    const reply = await ask("What is revenue?", await addUnread(account.accountId, "rep_notyetread"));
    expect([reply.status, reply.json.code]).toEqual([409, "report_not_ready"]);
    expect(reply.json.detail).toContain("12 of 40 pages read");
  });

  it("422: refuses an empty and an over-long question, and charges nothing", async () => {
    const before = (await findBalance(app.db, account.accountId))?.available;
    expect((await ask("   ")).status).toBe(422);
    expect((await ask("?".repeat(2_001))).status).toBe(422);
    expect((await findBalance(app.db, account.accountId))?.available).toBe(before);
  });
});

describe("the page of a claim", () => {
  const link = async () => {
    const { json } = await ask("What are total assets for FY2024?");
    return new URL(json.data.claims[0].link).pathname;
  };

  it("200: shows the page of the report with the number marked, without a key when the report is public", async () => {
    const { status, text, headers } = await app.call("GET", await link());
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/html");
    expect(text).toContain("data:image/png;base64,");
    expect(text).toContain("<blockquote>Total assets");
    expect(text).toMatch(/left: calc\(\d+\.\d+% - 3px\)/);
  });

  it("200: shows a claim on a private report to the holder of its signed link, and nothing else", async () => {
    const owner = await app.addAccount();
    await app.db`update report set account_id = ${owner.accountId} where report_id = ${REPORT}`;
    const body = { report_id: REPORT, question: "What is the gross margin for FY2024?" };
    const { json } = await app.call("POST", PATH, { key: owner.key, body });
    const [first, second] = json.data.claims
      .filter((claim: { link: string | null }) => claim.link !== null)
      .map(({ link: address }: { link: string }) => new URL(address));
    expect((await app.call("GET", `${first.pathname}${first.search}`)).status).toBe(200);
    expect((await app.call("GET", first.pathname)).json.code).toBe("claim_not_found");
    expect((await app.call("GET", `${second.pathname}${first.search}`)).json.code).toBe("link_invalid");
    first.searchParams.set("expires", "99999999999");
    expect((await app.call("GET", `${first.pathname}${first.search}`)).json.code).toBe("link_invalid");
    await app.db`update report set account_id = null where report_id = ${REPORT}`;
  });

  it("200: shows an HTML report, which has no pages, as it was laid out", async () => {
    const form = new FormData();
    form.set("title", "Annual Report 2025");
    form.set("file", new Blob([HTML_REPORT], { type: "text/html" }), "report.html");
    const { key } = account;
    const { json } = await app.call("POST", "/v1/company_report/upload", { key, form });
    const question = "What was revenue for FY2025?";
    await waitUntilDigested(app, json.data.report_id);
    const [claim] = (await ask(question, json.data.report_id)).json.data.claims;
    const address = new URL(claim.link);
    const { status, text } = await app.call("GET", `${address.pathname}${address.search}`);
    expect(status).toBe(200);
    expect(text).toMatch(/<svg viewBox="0 0 612 792" role="img"/);
    expect(text).toContain(">4,182</text>");
    expect(text).toContain("&lt;script&gt;</text>");
  });

  it("404: does not find a missing claim or a claim on a report that the caller may not see", async () => {
    expect((await app.call("GET", "/c/clm_000000000000000000000000")).json.code).toBe("claim_not_found");
    expect((await app.call("GET", "/c/nonsense")).status).toBe(404);
    const path = await link();
    const owner = await app.addAccount();
    await app.db`update report set account_id = ${owner.accountId} where report_id = ${REPORT}`;
    expect((await app.call("GET", path)).json.code).toBe("claim_not_found");
    expect((await app.call("GET", path, { key: account.key })).json.code).toBe("claim_not_found");
    expect((await app.call("GET", path, { key: owner.key })).status).toBe(200);
    await app.db`update report set account_id = null where report_id = ${REPORT}`;
  });
});
