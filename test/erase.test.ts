import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { accessJobs, createKey } from "../src/features/access/index.ts";
import { eraseAccount } from "../src/features/accounts/index.ts";
import { newsJobs, openPolling } from "../src/features/news/index.ts";
import { parserJobs } from "../src/features/reports/index.ts";
import { cancelParseJob, insertParseJob } from "../src/features/reports/parser/store.ts";
import { removePerson } from "../src/features/rights/index.ts";
import { makeId } from "../src/kernel/ids.ts";
import { inTransaction } from "../src/platform/db/index.ts";
import { type GuardedFetch, makeGuardedFetch } from "../src/platform/fetch/index.ts";
import type { Storage } from "../src/platform/storage/index.ts";
import { startTestApp } from "./app.ts";
import { findEverywhere } from "./find-everywhere.ts";
import { addPerson, type TestPerson } from "./person.ts";
import { makeSmallPdf } from "./small-pdf.ts";
import { waitUntilDigested } from "./wait-for-reports.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const MARK = "We employed 4,711 beekeepers at the Quillmoor lighthouse.";
const QUESTION = "How many beekeepers were employed?";

describe("erasing a report", () => {
  it("leaves nothing of it in any table, nor its file", async () => {
    const { accountId, memberId } = await addPerson(app);
    const { key } = await createKey(app.db, { accountId, name: "Key", createdBy: memberId });
    const form = new FormData();
    const page = `<!doctype html><html><h1>Annual report 2025</h1><p>${MARK}</p></html>`;
    form.set("file", new Blob([page], { type: "text/html" }), "report.html");
    form.set("title", "Quillmoor annual report");
    const uploaded = await app.call("POST", "/v1/company_report/upload", { key, form });
    const { report_id } = uploaded.json.data as { report_id: string };
    const ask = { report_id, question: QUESTION };
    await waitUntilDigested(app, report_id);
    const asked = await app.call("POST", "/v1/chat/chat_report", { key, body: ask });
    expect(asked.json.data?.answer).toContain("4,711");

    await app.call("POST", "/v1/chat/chat_report", { key, body: ask, headers: { "idempotency-key": "a" } });
    await app.call("POST", "/v1/agent_builder/try", {
      key,
      body: { report_id, field_mapping: { People: { beekeepers: { label: "Beekeepers", type: "number" } } } },
      headers: { "idempotency-key": "b" },
    });
    await app.call("POST", "/v1/search/passages", {
      key,
      body: { query: "Quillmoor lighthouse beekeepers" },
      headers: { "idempotency-key": "c" },
    });
    // A result that is cut to fit is stored for reading on.
    const params = { name: "search", arguments: { query: "Quillmoor lighthouse beekeepers" } };
    const accept = "application/json, text/event-stream";
    await app.call("POST", "/mcp", {
      key,
      headers: { accept },
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    });
    const places = (await findEverywhere(app.db, "Quillmoor lighthouse")).join();
    // What threads quote has a test of its own.
    for (const table of ["report_chunk", "claim", "idempotent_call"]) expect(places).toContain(table);

    const [row] = await app.db<Record<string, string | null>>`
      select file_sha256, extract_sha256, embedding_sha256, twin_sha256 from report where report_id = ${report_id}`;
    const files = Object.values(row ?? {}).filter((hash) => hash !== null);
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const hash of files) expect(await app.tools.storage.size(hash)).toBeGreaterThan(0);

    const deleted = await app.call("DELETE", `/v1/company_report/upload?report_id=${report_id}`, { key });
    expect(deleted.json.data.deleted).toBe(true);
    expect(await findEverywhere(app.db, "4,711 beekeepers")).toEqual([]);
    expect(await findEverywhere(app.db, "Quillmoor")).toEqual([]);
    // The job queue keeps the bare id of what it has done, for some days.
    const mentions = (await findEverywhere(app.db, report_id)).filter((place) => !place.startsWith("jobs."));
    expect(mentions).toEqual([]);
    for (const hash of files) await expect.poll(() => app.tools.storage.size(hash)).toBeNull();
  });
});

describe("erasing what was parsed", () => {
  /** Distinct content, so that nothing else uses its files. */
  const uniquePdf = () => makeSmallPdf(`We keep ${makeId("rep")} beekeepers`);

  /** Parses a file that is fetched from a URL; `writing` is called when each file of the job is about to be stored. */
  async function parse(person: TestPerson, writing: (jobId: string, contentType: string) => Promise<void>) {
    const job_id = makeId("job");
    const { accountId: account_id, memberId: requested_by } = person;
    const given = { job_id, account_id, requested_by, file_sha256: null };
    await insertParseJob(app.db, { ...given, file_name: "x.pdf", pdf_url: "https://example.com/x.pdf" });
    const written: string[] = [];
    const storage: Storage = {
      ...app.tools.storage,
      async openWriter(options) {
        await writing(job_id, options.contentType);
        const writer = await app.tools.storage.openWriter(options);
        const finish = async () => {
          const file = await writer.finish();
          written.push(file.sha256);
          return file;
        };
        return { write: (piece) => writer.write(piece), abandon: () => writer.abandon(), finish };
      },
    };
    const fetch: GuardedFetch = async () => ({
      status: 200,
      headers: {},
      url: "https://example.com/x.pdf",
      body: Readable.from([uniquePdf()]),
    });
    const tools = { ...app.tools, storage, fetch, ocr: null };
    const [job] = parserJobs(tools);
    // Erased while it runs, it may find a file gone; tried again, there is no job any more.
    await Promise.resolve(job?.run({ job_id }, new AbortController().signal)).catch(() => {});
    return { job_id, written };
  }

  const left = async (hashes: string[]) => {
    const sizes = await Promise.all(hashes.map((hash) => app.tools.storage.size(hash)));
    return sizes.filter((size) => size !== null).length;
  };

  it.each(["application/pdf", "application/zip"])(
    "finds also the files of a job that was cancelled before its %s was stored",
    async (cancelledBefore) => {
      const person = await addPerson(app);
      const { written } = await parse(person, async (jobId, contentType) => {
        if (contentType === cancelledBefore) await cancelParseJob(app.db, jobId);
      });
      expect(await left(written)).toBeGreaterThan(0);
      await eraseAccount(app.tools, person.accountId);
      await expect.poll(() => left(written)).toBe(0);
    },
  );

  it.each(["application/pdf", "application/zip"])(
    "leaves no file of a job that is erased before its %s was stored",
    async (erasedBefore) => {
      const person = await addPerson(app);
      const { written } = await parse(person, async (_jobId, contentType) => {
        if (contentType === erasedBefore) await eraseAccount(app.tools, person.accountId);
      });
      expect(written.length).toBeGreaterThan(0);
      await expect.poll(() => left(written)).toBe(0);
    },
  );

  it("removes the files of a person who is removed", async () => {
    const { accountId } = await app.addAccount();
    await addPerson(app, { accountId });
    const leaving = await addPerson(app, { accountId, role: "member" });
    const { job_id, written } = await parse(leaving, async () => {});
    expect(await left(written)).toBe(3);
    await removePerson(app.tools, leaving);
    expect(await app.db`select from parse_job where job_id = ${job_id}`).toEqual([]);
    await expect.poll(() => left(written)).toBe(0);
  });

  it("is part of erasing a report of the same file, for the same caller only", async () => {
    const { accountId } = await app.addAccount();
    const people = [await addPerson(app, { accountId }), await addPerson(app, { accountId })];
    const keys = [];
    for (const { memberId } of people)
      keys.push((await createKey(app.db, { accountId, name: "Key", createdBy: memberId })).key);
    const [key = "", other = ""] = keys;
    const content = uniquePdf();
    const send = async (path: string, key: string) => {
      const form = new FormData();
      form.set("file", new Blob([new Uint8Array(content)]), "same.pdf");
      return (await app.call("POST", path, { key, form })).json.data;
    };
    const jobs = { own: await send("/v1/parser/pdf", key), other: await send("/v1/parser/pdf", other) };
    const result = async (key: string, { job_id }: { job_id: string }) =>
      (await app.call("POST", "/v1/parser/result", { key, body: { job_id } })).json;
    for (const [who, job] of [
      [key, jobs.own],
      [other, jobs.other],
    ])
      await expect.poll(async () => (await result(who, job)).data.state).toBe("ready");
    const { report_id } = await send("/v1/company_report/upload", key);
    await waitUntilDigested(app, report_id);
    await app.call("DELETE", `/v1/company_report/upload?report_id=${report_id}`, { key });
    expect((await result(key, jobs.own)).code).toBe("job_not_found");
    expect((await result(other, jobs.other)).data.text).toContain("beekeepers");
  });
});

describe("the audit trail", () => {
  const insert = (accountId: string, days: number) => app.db`
    insert into call_audit (account_id, at, request_id, channel, operation_id, status, credits, duration_ms)
    values (${accountId}, now() - make_interval(days => ${days}), 'r', 'rest', 'account.balance', 200, 0, 1)`;
  const agesOf = async (accountId: string) =>
    (
      await app.db<{ age: number }>`
        select extract(day from now() - at)::int as age from call_audit where account_id = ${accountId} order by at`
    ).map(({ age }) => age);
  const forget = (auditDays: number | null) =>
    accessJobs(app.db, { auditDays })
      .find(({ name }) => name === "access.forget-audit")
      ?.run({}, new AbortController().signal);

  it("forgets what is older than the operator keeps it, never the last 30 days, and nothing by default", async () => {
    const { accountId } = await app.addAccount();
    for (const days of [400, 100, 10]) await insert(accountId, days);
    await forget(null);
    expect(await agesOf(accountId)).toEqual([400, 100, 10]);
    await forget(365);
    expect(await agesOf(accountId)).toEqual([100, 10]);
    await forget(1);
    expect(await agesOf(accountId)).toEqual([10]);
  });

  it("refuses every other deletion and change", async () => {
    await expect(app.db`delete from call_audit`).rejects.toThrow("append-only");
    await expect(app.db`update call_audit set status = 200`).rejects.toThrow("append-only");
    // The permission ends with the function, also inside one transaction.
    await expect(
      inTransaction(app.db, async (sql) => {
        await sql`select forget_audit(30, 1)`;
        await sql`delete from call_audit`;
      }),
    ).rejects.toThrow("append-only");
  });
});

describe("the news", () => {
  it("forgets articles that are older than the operator keeps them, and nothing by default", async () => {
    const forget = (newsDays: number | null) =>
      newsJobs(openPolling(app.db, makeGuardedFetch({ userAgent: "test" })), { newsDays })
        .find(({ name }) => name === "news.forget-articles")
        ?.run({}, new AbortController().signal);
    const articles = await app.db<{ article_no: number }>`
      select article_no from article order by article_no limit 3`;
    const [first = 0, copy = 0, undated = 0] = articles.map(({ article_no }) => article_no);
    const age = (articleNo: number, days: number) => app.db`
      update article set fictional = false, published_at = now() - make_interval(days => ${days}),
        date_state = 'known' where article_no = ${articleNo}`;
    await age(first, 400);
    await age(copy, 10);
    await app.db`update article set cluster_no = (select cluster_no from article where article_no = ${first})
      where article_no = ${copy}`;
    await app.db`
      update article set fictional = false, published_at = null, date_state = 'missing',
        fetched_at = now() - interval '400 days' where article_no = ${undated}`;
    const left = async () =>
      (
        await app.db<{ article_no: number }>`
          select article_no from article where article_no = any(${[first, copy, undated]}::int[])`
      ).map(({ article_no }) => article_no);
    await forget(null);
    expect(await left()).toHaveLength(3);
    await forget(365);
    expect(await left()).toEqual([copy]);
    const miscounted = await app.db`
      select from news_cluster c
      where cluster_no = (select cluster_no from article where article_no = ${copy})
        and article_count <> (select count(*) from article a where a.cluster_no = c.cluster_no)`;
    expect(miscounted).toEqual([]);
    expect(await app.db`select from article where fictional limit 1`).toHaveLength(1);
  });
});
