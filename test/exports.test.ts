import { setTimeout as sleep } from "node:timers/promises";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { findBalance } from "../src/features/credits/index.ts";
import { openDataset } from "../src/features/exports/index.ts";
import { writeTable } from "../src/platform/tables/index.ts";
import { exportCommand } from "../src/surfaces/cli/export.ts";
import type { CommandTools } from "../src/surfaces/cli/program.ts";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });

async function exportAs(key: string, body: object) {
  const made = await app.call("POST", "/v1/export/create", { key, body });
  expect([made.status, made.json.detail]).toEqual([200, null]);
  for (;;) {
    const { exports } = (await app.call("GET", "/v1/export/list", { key })).json.data;
    const own = exports.find((row: { export_id: string }) => row.export_id === made.json.data.export_id);
    if (own.state === "done" || own.state === "failed") return own;
    await sleep(100);
  }
}

describe("exports", () => {
  it("deliver the same rows in each format behind a signed link", async () => {
    const { key } = await app.addAccount();
    const input = { dataset: "prices", svc_entity_id: "ent_qpi4neyotut5", start_date: "2025-06-01" };
    const ndjson = await exportAs(key, { ...input, format: "ndjson" });
    const lines = (await (await fetch(ndjson.clickable_link)).text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([ndjson.rows, lines.length]).toEqual([21, 21]);
    expect(lines[20]).toMatchObject({ date: "2025-06-30", close: 64.3, basis: "raw", currency: "USD" });
    const csv = await exportAs(key, { ...input, format: "csv" });
    expect((await (await fetch(csv.clickable_link)).text()).trim().split("\n")).toHaveLength(22);
    const parquet = await exportAs(key, { ...input, format: "parquet" });
    const rows = await parquetReadObjects({
      file: await (await fetch(parquet.clickable_link)).arrayBuffer(),
    });
    expect(rows).toHaveLength(21);
    expect(rows[20]).toMatchObject({ date: new Date("2025-06-30"), close: 64.3 });
    const changed = await fetch(ndjson.clickable_link.replace("prices-", "other-"));
    expect(changed.status).toBe(403);
  });

  it("deliver splits and dividends", async () => {
    const { key } = await app.addAccount();
    const made = await exportAs(key, { dataset: "corporate_actions", format: "ndjson" });
    const lines = (await (await fetch(made.clickable_link)).text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const [stored] = await app.db<{ count: number }>`select count(*)::int as count from corporate_action`;
    expect(lines).toHaveLength(stored?.count ?? 0);
    expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(["split", "dividend"]));
    expect(lines.find(({ kind }) => kind === "split")).toMatchObject({ ratio: 2, ex_date: "2024-09-16" });
  });

  it("403: refuse a dataset that the credential may not read", async () => {
    const { key } = await app.addAccount({ scopes: ["reference:read", "companies:read"] });
    const reply = await app.call("POST", "/v1/export/create", { key, body: { dataset: "prices" } });
    expect([reply.status, reply.json.detail]).toEqual([403, "Missing scope: prices:read"]);
  });

  it("404: refuse an unknown company, and charge nothing", async () => {
    const { key, accountId } = await app.addAccount();
    const body = { dataset: "prices", svc_entity_id: "ent_nobody" };
    const reply = await app.call("POST", "/v1/export/create", { key, body });
    expect([reply.status, reply.json.code]).toEqual([404, "company_not_found"]);
    expect((await findBalance(app.db, accountId))?.spent).toBe(0);
  });

  it("are refunded when their file cannot be written, and show no error of the database", async () => {
    const { key, accountId } = await app.addAccount();
    await app.db.run({
      text: `alter table export add constraint never_done check (account_id <> '${accountId}' or state <> 'done')`,
      values: [],
    });
    const failed = await exportAs(key, { dataset: "companies", format: "csv" });
    expect(failed).toMatchObject({ state: "failed", reason: "The file could not be written." });
    expect(await findBalance(app.db, accountId)).toMatchObject({ spent: 0, held: 0 });
  });

  it("report on the command line what is unavailable or cannot be written", async () => {
    const run = (...words: string[]) =>
      exportCommand({
        onDatabase: (work: (on: typeof app.db) => Promise<void>) => work(app.db),
        progress: () => {},
      } as unknown as CommandTools).parseAsync(words, { from: "user" });
    const to = ["--output", "/nowhere/prices.csv"];
    await expect(run("prices", ...to)).rejects.toThrow(
      "The file /nowhere/prices.csv.part cannot be written.",
    );
    const backwards = run("prices", "--from", "2025-02-01", "--to", "2025-01-01", ...to);
    await expect(backwards).rejects.toMatchObject({ detail: "start_date: must not be after end_date" });
    await expect(run("companies", "--to", "2025-01-01", ...to)).rejects.toMatchObject({
      detail: "end_date: companies have no date; omit it",
    });
    await expect(run("prices", "--company", "ent_nobody", ...to)).rejects.toMatchObject({
      code: "company_not_found",
    });
  });

  it("are private to their account, and contain no report of another", async () => {
    const [first, second] = [await app.addAccount(), await app.addAccount()];
    await exportAs(first.key, { dataset: "reports", format: "csv" });
    expect((await app.call("GET", "/v1/export/list", { key: second.key })).json.data.exports).toEqual([]);
    await app.db`
      insert into report (report_id, account_id, file_title, file_title_en, report_type_id, report_type_confidence,
        file_name, content_type, file_sha256, file_bytes, source)
      values ('rep_ownreport1', ${first.accountId}, 'Own', 'Own', 'annual_report', 1, 'own.pdf', 'application/pdf',
        ${"ab".repeat(32)}, 1, 'test')`;
    const own = await exportAs(first.key, { dataset: "reports" });
    const other = await exportAs(second.key, { dataset: "reports" });
    expect(own.rows).toBe(other.rows + 1);
  });

  it.each([
    ["companies", () => app.db<{ count: number }>`select count(*)::int as count from company`],
    ["prices", () => app.db<{ count: number }>`select count(*)::int as count from price_bar`],
  ] as const)("contain every row of %s, the first included", async (dataset, countStored) => {
    const { table, rowCount } = openDataset(app.db, dataset, {}, null);
    let text = "";
    await writeTable("ndjson", table, async (piece) => {
      text += Buffer.from(piece).toString();
    });
    const count = (await countStored())[0]?.count;
    expect(count).toBeGreaterThan(0);
    expect([rowCount(), text.trim().split("\n").length]).toEqual([count, count]);
  });
});
