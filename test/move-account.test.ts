import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { verifyLedger } from "../src/features/credits/index.ts";
import { MOVED_TABLES, STAYS } from "../src/features/rights/moving/moved-tables.ts";
import { openStorage } from "../src/places.ts";
import { accountsCommand } from "../src/surfaces/cli/accounts.ts";
import type { CommandTools } from "../src/surfaces/cli/program.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { waitUntilDigested, waitUntilJobsAreDone } from "./wait-for-reports.ts";

/** Two installations that share nothing. */
async function startInstallation() {
  const data = mkdtempSync(path.join(os.tmpdir(), "florin-move-"));
  const app = await startTestApp({ data, demo: true, rate_factor: 1_000 });
  const printed: string[] = [];
  const tools = {
    onDatabase: (work: (db: TestApp["db"]) => Promise<void>) => work(app.db),
    openStorage: () => openStorage(readConfig({ env: {}, options: { data } }), Buffer.alloc(0)),
    withJobs: (_: unknown, work: (jobs: typeof app.tools.jobs) => Promise<unknown>) => work(app.tools.jobs),
    print: (text: string) => printed.push(text),
    progress: () => {},
  } as unknown as CommandTools; // the commands under test use nothing else
  const accounts = (...args: string[]) => accountsCommand(tools).parseAsync(args, { from: "user" });
  return { app, accounts, printed };
}

const source = await startInstallation();
const target = await startInstallation();
const folder = mkdtempSync(path.join(os.tmpdir(), "florin-moved-"));
const newFile = () => path.join(folder, `${randomUUID()}.move`);

const lookUp = (app: TestApp, key: string, headers: Record<string, string> = {}) =>
  app.call("POST", "/v1/company_report/company_search", { key, headers, body: { name: "Fernweald Foods" } });

async function fillAccount(app: TestApp) {
  const account = await app.addAccount({ credits: 100_000 });
  const { key } = account;
  const form = new FormData();
  form.set("title", "A report of our own");
  form.set(
    "file",
    new Blob([readFileSync("demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf")]),
    "r.pdf",
  );
  const uploaded = await app.call("POST", "/v1/company_report/upload", { key, form });
  expect(uploaded.status).toBe(200);
  const reportId = uploaded.json.data.report_id as string;
  await waitUntilDigested(app, reportId);
  await waitUntilJobsAreDone(app.db);
  // What was cancelled is no work in progress.
  await app.db`
    insert into parse_job (job_id, account_id, file_name, pdf_url, state)
    values (${randomUUID()}, ${account.accountId}, 'r.pdf', 'https://example.com/r.pdf', 'cancelled')`;
  const list = await app.call("POST", "/v1/watchlist/create", { key, body: { name: "Ours" } });
  expect(list.status).toBe(200);
  return { ...account, reportId };
}

/** The rows of an account in one installation: hashes of what a move must not change. */
async function rowsOf(app: TestApp, accountId: string) {
  const counts: Record<string, string[]> = {};
  for (const { name, condition } of MOVED_TABLES) {
    const { rows } = await app.db.pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) - '{id,event_no,revision,closed_at,move_id,closed}'::text[] as row from ${name} t
       where ${condition.replaceAll("$account", `'${accountId}'`)}`,
    );
    counts[name] = rows
      .map(({ row }) => createHash("sha256").update(JSON.stringify(row)).digest("hex"))
      .toSorted();
  }
  return counts;
}

describe("moving an account to another installation", () => {
  it("loses nothing that was acknowledged while it is called, and carries on there", async () => {
    const { accountId, key, reportId } = await fillAccount(source.app);
    let acknowledged = 0;
    let isOver = false;
    const client = async () => {
      while (!isOver) {
        const { status } = await lookUp(source.app, key, { "idempotency-key": randomUUID() });
        if (status === 200) acknowledged++;
        else if (status === 401) return;
      }
    };
    const clients = Array.from({ length: 4 }, client);
    await expect.poll(() => acknowledged).toBeGreaterThan(20);
    const file = newFile();
    await source.accounts("export", accountId, "--to", file);
    isOver = true;
    await Promise.all(clients);
    const before = await rowsOf(source.app, accountId);
    await target.accounts("import", file);
    expect(await rowsOf(target.app, accountId)).toEqual(before);
    const [charged] = await target.app.db<{ count: number }>`
      select count(*)::int as count from credit_entry
      where account_id = ${accountId} and kind = 'charge' and operation_id = 'companies.search'`;
    expect(Number(charged?.count)).toBe(acknowledged);
    expect((await verifyLedger(target.app.db)).faults).toEqual([]);

    // The same key works there and is refused here; the upload is answered from there.
    expect((await lookUp(source.app, key)).status).toBe(401);
    expect((await lookUp(target.app, key)).status).toBe(200);
    const question = { report_id: reportId, question: "What was total revenue?" };
    const answered = await target.app.call("POST", "/v1/chat/chat_report", { key, body: question });
    expect(answered.status).toBe(200);
    const search = { query: "total revenue", mode: "words", report_id: [reportId] };
    const found = await target.app.call("POST", "/v1/search/passages", { key, body: search });
    expect(found.json.data.total).toBeGreaterThan(0);
    // Its vectors are added where the installation has an index of them.
    expect(
      await target.app
        .db`select from jobs.job where name = 'search.index' and singleton_key like ${`%import ${accountId}`}`,
    ).toHaveLength(1);
    const files = { report_id: [reportId], option: ["pdf"] };
    const listed = await target.app.call("POST", "/v1/company_report/file_list", { key, body: files });
    expect(JSON.stringify(listed.json.data)).toContain(reportId);

    // A second import of the same file changes nothing, another export of the same account is refused.
    // Calls, and the last use of a key, are recorded a moment after they were answered.
    const storedRows = async () =>
      Object.entries(await rowsOf(target.app, accountId))
        .filter(([name]) => name !== "call_audit")
        .map(([name, rows]) => [name, rows.length]);
    await waitUntilJobsAreDone(target.app.db);
    const after = await storedRows();
    await target.accounts("import", file);
    expect(target.printed.at(-1)).toContain("nothing was changed");
    expect(await storedRows()).toEqual(after);
    const other = newFile();
    await source.accounts("export", accountId, "--to", other);
    await expect(target.accounts("import", other)).rejects.toThrow("is here already");
  });

  it("refuses a file whose ledger was changed, and leaves nothing behind", async () => {
    const { accountId, key } = await source.app.addAccount({ credits: 50 });
    expect((await lookUp(source.app, key)).status).toBe(200);
    const file = newFile();
    await source.accounts("export", accountId, "--to", file);
    const bytes = gunzipSync(readFileSync(file));
    const at = bytes.indexOf("\tcharge\t") + "\tcharge\t".length;
    bytes[at] = bytes[at] === 57 ? 56 : 57;
    writeFileSync(file, gzipSync(bytes));
    await expect(target.accounts("import", file)).rejects.toThrow(/damaged|does not verify/);
    expect(await target.app.db`select from account where id = ${accountId}`).toEqual([]);
  });

  it("opens an account again that was not imported anywhere", async () => {
    const { accountId, key } = await source.app.addAccount({ credits: 50 });
    await source.accounts("export", accountId, "--to", newFile());
    expect((await lookUp(source.app, key)).status).toBe(401);
    await source.accounts("reopen", accountId);
    // A node remembers for a moment that the key was refused.
    await expect.poll(async () => (await lookUp(source.app, key)).status).toBe(200);
  });

  it("stays open when it cannot be exported because work does not end", async () => {
    const { accountId, key } = await source.app.addAccount({ credits: 50 });
    await source.app.db`
      insert into export (export_id, account_id, dataset, format, filter, state)
      values (${randomUUID()}, ${accountId}, 'companies', 'csv', '{}', 'running')`;
    await expect(source.accounts("export", accountId, "--to", newFile(), "--wait", "0")).rejects.toThrow(
      "1 × export",
    );
    await expect.poll(async () => (await lookUp(source.app, key)).status).toBe(200);
  });

  it("takes along every table of accounts and people, or names the reason why not", async () => {
    const owned = await source.app.db<{ name: string }>`
      select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and (a.attname in ('account_id', 'member_id') or exists (
          select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid::regclass::text = any(
            ${MOVED_TABLES.map(({ name }) => name)})))`;
    const known = new Set([...MOVED_TABLES.map(({ name }) => name), ...Object.keys(STAYS)]);
    expect(owned.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });
});
