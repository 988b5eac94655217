import { openAsBlob, readFileSync } from "node:fs";
import http from "node:http";
import { describe, expect, it } from "vitest";
import { revokeKey } from "../src/features/access/index.ts";
import { runBuilder } from "../src/features/agents/runs/run-builder.ts";
import { insertRun } from "../src/features/agents/runs/store.ts";
import { fireDue } from "../src/features/agents/subscriptions/fire-due.ts";
import { ReportCache } from "../src/features/answers/index.ts";
import { findBalance, findBudgetLeft, openLedger } from "../src/features/credits/index.ts";
import { refundJob } from "../src/features/reports/digest/digest-jobs.ts";
import { makeId } from "../src/kernel/ids.ts";
import { inTransaction } from "../src/platform/db/index.ts";
import { startTestApp, type TestAccount } from "./app.ts";
import { startStopwatch } from "./stopwatch.ts";
import { waitUntilDigested } from "./wait-for-reports.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const PDF = "demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf";

const spent = async ({ accountId }: TestAccount) => (await findBalance(app.db, accountId))?.spent;

async function parsedJob({ key, accountId }: TestAccount): Promise<string> {
  const form = new FormData();
  form.append("file", await openAsBlob(PDF, { type: "application/pdf" }), "file.pdf");
  const { json } = await app.call("POST", "/v1/parser/pdf", { key, form });
  const stateOf = async () => {
    const [row] = await app.db<{ state: string }>`
      select state from parse_job where job_id = ${json.data.job_id} and account_id = ${accountId}`;
    return row?.state;
  };
  await expect.poll(stateOf).toBe("ready");
  return json.data.job_id;
}

/** Sends a call and hangs up without reading its answer. */
function hangUp(path: string, key: string, body: unknown, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const request = http.request(app.baseUrl + path, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
    });
    request.on("error", () => resolve());
    request.on("response", () => request.destroy());
    request.on("close", () => resolve());
    request.end(JSON.stringify(body));
    setTimeout(() => request.destroy(), milliseconds);
  });
}

describe("a streamed answer", () => {
  /** Reads until the text of the answer has arrived, and hangs up. */
  const readTextAndLeave = (path: string, key: string, { body, mark }: { body: object; mark: string }) =>
    new Promise<string>((resolve) => {
      const request = http.request(app.baseUrl + path, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json", accept: "text/event-stream" },
      });
      let received = "";
      request.on("response", (response) => {
        response.on("error", () => {});
        response.on("data", (piece: Buffer) => {
          received += piece.toString();
          if (received.includes(mark)) request.destroy();
        });
      });
      request.on("error", () => {});
      request.on("close", () => resolve(received));
      request.end(JSON.stringify(body));
    });
  const question = "What is the gross margin for FY2024?";
  const REVENUE = "What was the revenue of Tessandral Instruments in 2024?";
  const chats = [
    ["chat_report", { report_id: "rep_vujzjgh7sqyi", question }, "event: part"],
    ["query", { question: REVENUE }, "event: part"],
    [
      "completions",
      { messages: [{ role: "user", content: REVENUE }], stream: true },
      '"finish_reason":"stop"',
    ],
  ] as const;

  it.each(chats)("is paid by a reader of %s who leaves with its text", async (name, body, mark) => {
    const account = await app.addAccount();
    const path = `/v1/chat/${name}`;
    const plain = await app.call("POST", path, { key: account.key, body: { ...body, stream: undefined } });
    const price = Number(plain.headers.get("x-credits-charged"));
    expect(price).toBeGreaterThan(0);
    const readers = 4;
    for (let reader = 1; reader <= readers; reader++)
      expect(await readTextAndLeave(path, account.key, { body, mark })).toContain(mark);
    await expect.poll(() => spent(account)).toBe((1 + readers) * price);
    expect((await findBalance(app.db, account.accountId))?.held).toBe(0);
  });
});

describe("a streamed answer whose key is revoked after its text was sent", () => {
  it("ends within five seconds and is paid", async () => {
    const account = await app.addAccount();
    const body = { report_id: "rep_vujzjgh7sqyi", question: "What are the total assets for FY2024?" };
    const headers = { "x-api-key": account.key, accept: "text/event-stream" };
    const query = new URLSearchParams(body);
    await inTransaction(app.db, async (sql) => {
      // Storing the claims follows the text, and waits for this lock.
      await sql`lock table claim in share row exclusive mode`;
      const response = await fetch(`${app.baseUrl}/v1/chat/chat_report?${query}`, { headers });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      const readOn = async () => (await reader?.read())?.value;
      let received = "";
      while (!received.includes("event: part")) received += await readOn();
      await revokeKey(app.db, account.accountId, account.keyId);
      const readMilliseconds = startStopwatch();
      const left = (async () => {
        for (let piece = await readOn(); piece !== undefined; piece = await readOn()) received += piece;
      })();
      // It is cut off: an error would promise that nothing is charged.
      await left.catch(() => {});
      expect(readMilliseconds()).toBeLessThan(5_500);
      expect(received).not.toContain("event: error");
    });
    await expect.poll(() => spent(account)).toBe(3);
  });
});

describe("a run started with a key that has a budget", () => {
  const builderOf = async ({ key }: TestAccount) => {
    const body = { name: "Budget", template: "income_statement", svc_entity_id_list: ["ent_qpi4neyotut5"] };
    return (await app.call("POST", "/v1/agent_builder/create", { key, body })).json.data.id as string;
  };
  const runOf = async (account: TestAccount) => {
    const body = { agent_id: await builderOf(account), agent_type: "data", everything: true };
    const { run_id } = (await app.call("POST", "/v1/agent_builder/run", { key: account.key, body })).json
      .data;
    const find = async () =>
      (await app.call("GET", `/v1/agent_builder/run?run_id=${run_id}`, { key: account.key })).json.data;
    await expect.poll(async () => (await find()).state).toMatch(/done|failed/);
    return find();
  };

  it("is paid from the budget, and fails when that is used up", async () => {
    const poor = await app.addAccount({ budgetCredits: 1 });
    expect(await runOf(poor)).toMatchObject({
      state: "failed",
      charged_credits: 0,
      reason: expect.stringContaining("budget"),
    });
    expect(await spent(poor)).toBe(0);
    const able = await app.addAccount({ budgetCredits: 3 });
    expect(await runOf(able)).toMatchObject({ state: "done", charged_credits: 2 });
    expect(await findBudgetLeft(app.db, able.keyId)).toBe(1);
    expect(await runOf(able)).toMatchObject({ state: "failed", charged_credits: 0 });
    expect(await spent(able)).toBe(2);
  });

  it("is paid from it also when a schedule starts it", async () => {
    const account = await app.addAccount({ budgetCredits: 0 });
    const agent_id = await builderOf(account);
    const body = {
      agent_id,
      agent_category: "AgentBuilder-Data",
      subscription_name: "Every minute",
      schedule_cron_expression: "* * * * *",
    };
    await app.call("POST", "/v1/agent_builder/subscription/create", { key: account.key, body });
    await fireDue({ db: app.db, queueRun: async () => {} }, new Date(Date.now() + 60_000));
    const [run] = await app.db<{
      key_id: string;
    }>`select key_id from agent_run where builder_id = ${agent_id}`;
    expect(run?.key_id).toBe(account.keyId);
  });
});

describe("a parsed file", () => {
  it("is not free for a caller who hangs up and asks again", async () => {
    const account = await app.addAccount();
    const job_id = await parsedJob(account);
    for (const milliseconds of [1, 3, 10, 30])
      await hangUp("/v1/parser/result", account.key, { job_id }, milliseconds);
    const reply = await app.call("POST", "/v1/parser/result", { key: account.key, body: { job_id } });
    expect([reply.status, reply.json.data.text.length > 100]).toEqual([200, true]);
    expect(await spent(account)).toBe(10);
  });

  it("is paid once when two callers fetch it at the same time, and free afterwards", async () => {
    const account = await app.addAccount();
    const job_id = await parsedJob(account);
    const fetchResult = () => app.call("POST", "/v1/parser/result", { key: account.key, body: { job_id } });
    const replies = await Promise.all(Array.from({ length: 6 }, fetchResult));
    const charged = replies.map(({ headers }) => Number(headers.get("x-credits-charged")));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(charged.reduce((sum, credits) => sum + credits, 0)).toBe(10);
    expect((await fetchResult()).headers.get("x-credits-charged")).toBe("0");
    expect(await findBalance(app.db, account.accountId)).toMatchObject({ spent: 10, held: 0 });
  });
});

describe("an upload", () => {
  const upload = ({ key }: TestAccount, content: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.append("title", "Damaged");
    form.append("file", new Blob([content], { type: "application/pdf" }), "damaged.pdf");
    return app.call("POST", "/v1/company_report/upload", { key, form });
  };

  it("is refunded when the file turns out to be damaged, and paid again when it is sent again", async () => {
    const account = await app.addAccount();
    const content = "%PDF-1.7\nthis is not a PDF file";
    const first = await upload(account, content);
    expect([first.status, first.headers.get("x-credits-charged")]).toEqual([200, "5"]);
    await expect.poll(() => spent(account)).toBe(0);
    const usage = await app.call("GET", "/v1/account/usage", { key: account.key });
    expect(usage.json.data.usage).toMatchObject([{ operation_id: "reports.upload", calls: 1, credits: 0 }]);
    const again = await upload(account, content);
    expect([again.json.data.added, again.headers.get("x-credits-charged")]).toEqual([true, "5"]);
    await expect.poll(() => spent(account)).toBe(0);
  });

  it("is paid once when the file is sent again before the refund of its failed reading was made", async () => {
    const account = await app.addAccount();
    const content = new Uint8Array(readFileSync(PDF));
    const { report_id } = (await upload(account, content)).json.data;
    await waitUntilDigested(app, report_id);
    await app.db`update report set digest_state = 'failed' where report_id = ${report_id}`;
    const again = await upload(account, content);
    expect([again.json.data.report_id, again.headers.get("x-credits-charged")]).toEqual([report_id, "0"]);
    // The failed reading queued this when the first upload had not settled yet.
    await app.tools.jobs.send(app.db, refundJob, { report_id }, { key: report_id });
    const refundState = async () => {
      const [row] = await app.db<{ state: string }>`
        select state::text from jobs.job where name = ${refundJob.name} and data->>'report_id' = ${report_id}`;
      return row?.state;
    };
    await expect.poll(refundState).toBe("completed");
    await waitUntilDigested(app, report_id);
    expect(await spent(account)).toBe(5);
  });
});

describe("a run that a second worker takes over", () => {
  it("is published once and paid once", async () => {
    const account = await app.addAccount();
    const { json } = await app.call("POST", "/v1/agent_builder/create", {
      key: account.key,
      body: { name: "Twice", template: "income_statement", svc_entity_id_list: ["ent_qpi4neyotut5"] },
    });
    const runId = makeId("run");
    await insertRun(app.db, {
      run_id: runId,
      builder_id: json.data.id,
      account_id: account.accountId,
      key_id: null,
      requested_by: null,
      subscription_id: null,
      due_at: null,
      agent_type: "data",
      everything: true,
    });
    const ledger = openLedger(app.db);
    const cache = new ReportCache(app.tools, 100_000_000);
    const common = { ...app.tools, cache, announce: async () => {} };
    const { promise: secondIsDone, resolve } = Promise.withResolvers<void>();
    const { promise: firstHasPaid, resolve: paid } = Promise.withResolvers<void>();
    const slowLedger: typeof ledger = {
      ...ledger,
      async charge(...payment) {
        const receipt = await ledger.charge(...payment);
        paid();
        await secondIsDone;
        return receipt;
      },
    };
    const signal = AbortSignal.timeout(60_000);
    const first = runBuilder({ ...common, ledger: slowLedger }, runId, signal);
    await firstHasPaid;
    await runBuilder({ ...common, ledger }, runId, signal);
    resolve();
    await first;
    const [run] = await app.db`select state, charged_credits from agent_run where run_id = ${runId}`;
    expect(run).toMatchObject({ state: "done" });
    const artifacts = await app.db`select from agent_artifact where run_id = ${runId}`;
    expect(artifacts).toHaveLength(1);
    expect(run?.["charged_credits"]).toBeGreaterThan(0);
    expect(await spent(account)).toBe(run?.["charged_credits"]);
  });
});
