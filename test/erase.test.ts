import { describe, expect, it } from "vitest";
import { accessJobs, createKey } from "../src/features/access/index.ts";
import { inTransaction } from "../src/platform/db/index.ts";
import { startTestApp } from "./app.ts";
import { addPerson } from "./person.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const MARK = "We employed 4,711 beekeepers at the Quillmoor lighthouse.";
const QUESTION = "How many beekeepers were employed?";

/** Every row of every table that contains the text, as `table: how many`. */
async function findEverywhere(text: string): Promise<string[]> {
  const rows = await app.db<{ name: string; count: number }>`
    select name, count from (
      select format('%I.%I', table_schema, table_name) as name,
        (xpath('/row/count/text()', query_to_xml(
          format('select count(*) from %I.%I t where position(lower(%L) in lower(t::text)) > 0',
            table_schema, table_name, ${text}::text), false, true, '')))[1]::text::int as count
      from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')) t
    where count > 0 order by name`;
  return rows.map(({ name, count }) => `${name}: ${count}`);
}

describe("erasing a report", () => {
  it("leaves nothing of it in any table, nor its file", { timeout: 120_000 }, async () => {
    const { accountId, memberId } = await addPerson(app);
    const { key } = await createKey(app.db, { accountId, name: "Key", createdBy: memberId });
    const form = new FormData();
    const page = `<!doctype html><html><h1>Annual report 2025</h1><p>${MARK}</p></html>`;
    form.set("file", new Blob([page], { type: "text/html" }), "report.html");
    form.set("title", "Quillmoor annual report");
    const uploaded = await app.call("POST", "/v1/company_report/upload", { key, form });
    const { report_id } = uploaded.json.data as { report_id: string };
    const ask = { report_id, question: QUESTION };
    const asked = async () =>
      (await app.call("POST", "/v1/chat/chat_report", { key, body: ask })).json.data?.answer ?? "";
    await expect.poll(asked, { timeout: 60_000, interval: 300 }).toContain("4,711");

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
    const places = (await findEverywhere("Quillmoor lighthouse")).join();
    // What threads quote has a test of its own.
    for (const table of ["report_chunk", "claim", "idempotent_call"]) expect(places).toContain(table);

    const deleted = await app.call("DELETE", `/v1/company_report/upload?report_id=${report_id}`, { key });
    expect(deleted.json.data.deleted).toBe(true);
    expect(await findEverywhere("4,711 beekeepers")).toEqual([]);
    expect(await findEverywhere("Quillmoor")).toEqual([]);
    // The job queue keeps the bare id of what it has done, for some days.
    const mentions = (await findEverywhere(report_id)).filter((place) => !place.startsWith("jobs."));
    expect(mentions).toEqual([]);
    const file = await app.call("GET", uploaded.json.data.clickable_link ?? "/files/none/none");
    expect(file.status).not.toBe(200);
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
