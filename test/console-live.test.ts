import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { dropFile, openConsole } from "./console-visit.ts";
import { addPerson, PASSWORD } from "./person.ts";

const app = await startTestApp({ rate_factor: 100 });
const visitConsole = await openConsole(app);
const CONSOLE = { "x-florin-console": "1", "sec-fetch-site": "same-origin" };
const PARAGRAPHS = 400;
const REPORT = {
  name: "long-report.html",
  type: "text/html",
  content: Buffer.from(
    `<!doctype html><title>Long report</title>${Array.from(
      { length: PARAGRAPHS },
      (_none, at) =>
        `<h2>Part ${at}</h2><p>Part ${at} of the business sells lamps number ${at * 7} to shops.</p>`,
    ).join("")}`,
  ),
};

async function signIn(email: string): Promise<Record<string, string>> {
  const response = await fetch(`${app.baseUrl}/console/api/sign_in`, {
    method: "POST",
    headers: { ...CONSOLE, "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { ...CONSOLE, cookie };
}

const liveUrl = (watch: unknown) =>
  `${app.baseUrl}/console/api/live?watch=${encodeURIComponent(JSON.stringify(watch))}`;

/** Calls back with each event of the stream until it returns true. */
async function readUntil(response: Response, isEnough: (text: string) => boolean): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (reader && !isEnough(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader?.cancel();
  return text;
}

const countEvents = (text: string) => text.split("event: data").length - 1;

describe("the stream of changes", () => {
  it("sends an answer at first and when it changes, and records no call", async () => {
    const { accountId, email } = await addPerson(app);
    const headers = await signIn(email);
    const watch = [{ id: "exports.list", input: {} }];
    const response = await fetch(liveUrl(watch), { headers });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const changed = readUntil(response, (text) => countEvents(text) >= 2);
    const create = { method: "POST", body: JSON.stringify({ dataset: "companies", format: "csv" }) };
    const created = await fetch(`${app.baseUrl}/v1/export/create`, {
      ...create,
      headers: { ...headers, "content-type": "application/json" },
    });
    expect(created.status).toBe(200);
    expect(await changed).toContain('"at":0');
    await expect
      .poll(async () => {
        const rows = await app.db<{ operation_id: string }>`
          select operation_id from call_audit where account_id = ${accountId}`;
        return rows.map(({ operation_id }) => operation_id);
      })
      .toContain("exports.create");
    const rows = await app.db<{ operation_id: string }>`
      select operation_id from call_audit where account_id = ${accountId} and operation_id = 'exports.list'`;
    expect(rows).toEqual([]);
  });

  it("is refused without a session, for other sites, and for what costs something", async () => {
    const { email } = await addPerson(app);
    const headers = await signIn(email);
    const watch = [{ id: "exports.list" }];
    const status = async (url: string, given: Record<string, string>) =>
      (await fetch(url, { headers: given })).status;
    expect(await status(liveUrl(watch), CONSOLE)).toBe(401);
    expect(await status(liveUrl(watch), { cookie: headers["cookie"] ?? "" })).toBe(401);
    expect(await status(liveUrl(watch), { ...headers, "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await status(liveUrl([{ id: "parser.result", input: { job_id: "job_a" } }]), headers)).toBe(422);
    expect(await status(liveUrl([]), headers)).toBe(422);
    expect(await status(liveUrl(Array.from({ length: 21 }, () => watch[0])), headers)).toBe(422);
    expect(await status(`${app.baseUrl}/console/api/live?watch=x`, headers)).toBe(422);
  });

  it("says when something does not exist, and ends with the session", async () => {
    const { email } = await addPerson(app);
    const headers = await signIn(email);
    const gone = await fetch(liveUrl([{ id: "reports.certificate", input: { report_id: "rep_none" } }]), {
      headers,
    });
    expect(await readUntil(gone, (text) => text.includes("event: ended"))).toContain('{"at":0}');
    const open = await fetch(liveUrl([{ id: "exports.list" }]), { headers });
    const ended = readUntil(open, () => false);
    await fetch(`${app.baseUrl}/console/api/sign_out`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: "{}",
    });
    expect(await ended).toContain("event: data");
  });
});

describe.runIf(hasBrowser)("progress in the console", { timeout: 300_000 }, () => {
  it("comes through one stream while a report is read, and hardly shows in the audit log", async () => {
    const { page, open, accountId } = await visitConsole();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await open("/reports?upload=1");
    await dropFile(page.getByRole("region", { name: "Drop PDF, HTML or ESEF files here" }), REPORT);
    await page.getByRole("button", { name: "Upload for 5 credits" }).click();
    const panel = page.getByRole("region", { name: "Upload a report", exact: true });
    await panel.getByText("Ready", { exact: true }).first().waitFor();
    const count = (path: string) => requests.filter((one) => one === path).length;
    expect(count("/console/api/live")).toBeGreaterThan(0);
    expect(count("/v1/company_report/certificate")).toBeLessThanOrEqual(2);
    const rows = await app.db<{ count: number }>`
      select count(*)::int from call_audit
      where account_id = ${accountId} and operation_id = 'reports.certificate'`;
    expect(rows[0]?.count).toBeLessThanOrEqual(2);
  });

  it("is asked for now and then while the stream cannot be opened", async () => {
    const { page, open } = await visitConsole();
    await page.route("**/console/api/live?**", (route) => route.abort());
    await open("/reports?upload=1");
    await dropFile(page.getByRole("region", { name: "Drop PDF, HTML or ESEF files here" }), REPORT);
    await page.getByRole("button", { name: "Upload for 5 credits" }).click();
    const panel = page.getByRole("region", { name: "Upload a report", exact: true });
    await panel.getByText("Ready", { exact: true }).first().waitFor();
  });
});
