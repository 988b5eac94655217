import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { startTestApp, type TestAccount } from "./app.ts";

const app = await startTestApp({ rate_factor: 100 });
const account = await app.addAccount();
const PDF = readFileSync("demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf");

const submit = (body: object) => app.call("POST", "/v1/parser/pdf", { key: account.key, body });
const result = (job_id: string, who: TestAccount = account) =>
  app.call("POST", "/v1/parser/result", { key: who.key, body: { job_id } });

async function untilDone(jobId: string) {
  for (;;) {
    const reply = await result(jobId);
    if (reply.status !== 200) throw new Error(reply.text);
    if (["ready", "failed"].includes(reply.json.data.state)) return reply;
    await sleep(200);
  }
}

describe("PDF parsing as a service", () => {
  it("returns text, tables and an archive of a file, and charges only the first delivery", async () => {
    const form = new FormData();
    form.set("file", new Blob([PDF]), "release.pdf");
    const submitted = await app.call("POST", "/v1/parser/pdf", { key: account.key, form });
    expect([submitted.status, submitted.headers.get("x-credits-charged")]).toEqual([200, "0"]);
    const { job_id } = submitted.json.data;
    const done = await untilDone(job_id);
    const { data } = done.json;
    expect(data).toMatchObject({ state: "ready", reason: null });
    expect(data.pages_done).toBe(data.page_count);
    expect(data.text).toContain("Tessandral");
    expect(data.tables.length).toBeGreaterThan(3);
    expect(done.headers.get("x-credits-charged")).toBe("10");
    expect((await result(job_id)).headers.get("x-credits-charged")).toBe("0");
    const archive = unzipSync(new Uint8Array(await (await fetch(data.clickable_link)).arrayBuffer()));
    expect(Object.keys(archive)).toEqual(expect.arrayContaining(["pages.jsonl", "text.md"]));
    expect(Object.keys(archive).filter((name) => name.endsWith(".csv"))).toHaveLength(data.tables.length);
    expect(new TextDecoder().decode(archive["text.md"])).toContain("| --- |");
    expect((await result(job_id, await app.addAccount())).json.code).toBe("job_not_found");
  });

  it("says why a file cannot be read, and charges nothing", async () => {
    const form = new FormData();
    form.set("file", new Blob(["no pdf at all"]), "x.pdf");
    const { job_id } = (await app.call("POST", "/v1/parser/pdf", { key: account.key, form })).json.data;
    const done = await untilDone(job_id);
    expect([done.json.data.state, done.headers.get("x-credits-charged")]).toEqual(["failed", "0"]);
    expect(done.json.data.reason).toContain("not_a_pdf");
  });

  it("never fetches from a private address", async () => {
    const { job_id } = (await submit({ pdf_url: `${app.baseUrl}/healthz` })).json.data;
    expect((await untilDone(job_id)).json.data).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("fetch_refused"),
    });
  });

  it("422: refuses a request with neither file nor address, or an invalid address", async () => {
    for (const body of [{}, { pdf_url: "file:///etc/passwd" }, { pdf_url: "x" }])
      expect((await submit(body)).status).toBe(422);
  });
});
