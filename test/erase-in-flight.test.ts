import { describe, expect, it } from "vitest";
import { eraseAccount } from "../src/features/accounts/index.ts";
import { findBalance } from "../src/features/credits/index.ts";
import { makeId } from "../src/kernel/ids.ts";
import { inTransaction } from "../src/platform/db/index.ts";
import { startTestApp } from "./app.ts";
import { makeSmallPdf } from "./small-pdf.ts";

/*
 * An account is erased while a file is being uploaded for it: either the erasure finds what the upload stored, or the
 * upload fails. Nothing is left in both cases.
 */
const app = await startTestApp({ rate_factor: 1_000 });
const { storage } = app.tools;
const { openWriter, size } = storage;
/** Called once: when the file has been stored, before anything names it; and in the transaction that has named it. */
const hooks: { stored: (() => Promise<unknown>) | null; named: (() => Promise<unknown>) | null } = {
  stored: null,
  named: null,
};
const callOnce = async (name: keyof typeof hooks) => {
  const hook = hooks[name];
  hooks[name] = null;
  await hook?.();
};
storage.openWriter = async (options) => {
  const writer = await openWriter(options);
  const finish = async () => {
    const file = await writer.finish();
    await callOnce("stored");
    return file;
  };
  return { ...writer, finish };
};
storage.size = async (sha256) => {
  await callOnce("named");
  return size(sha256);
};

const listFiles = async () => (await Array.fromAsync(storage.list())).map(({ sha256 }) => sha256).sort();

async function isOneWaiting(): Promise<boolean> {
  const waiting = await app.db`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return waiting.length > 0;
}

async function start(path: string) {
  const { accountId, key } = await app.addAccount();
  const form = new FormData();
  const content = new Uint8Array(makeSmallPdf(`Erased ${makeId("rep")}`));
  form.set("file", new Blob([content], { type: "application/pdf" }), "report.pdf");
  return { accountId, send: () => app.call("POST", path, { key, form }) };
}

const rowsOf = async (accountId: string) => [
  ...(await app.db`select from report where account_id = ${accountId}`),
  ...(await app.db`select from parse_job where account_id = ${accountId}`),
  ...(await app.db`select from report_upload where account_id = ${accountId}`),
];

describe.each(["/v1/company_report/upload", "/v1/parser/pdf"])("%s while its account is erased", (path) => {
  it("fails when the account was erased before the file was recorded, costs nothing and leaves no file", async () => {
    const { accountId, send } = await start(path);
    hooks.stored = () => eraseAccount(app.tools, accountId);
    const { status, json } = await send();
    expect([status, json.code]).toEqual([401, "unauthorized"]);
    expect(json.detail).toContain("erased");
    expect(await rowsOf(accountId)).toEqual([]);
    expect(await findBalance(app.db, accountId)).toMatchObject({ spent: 0, held: 0 });
    await expect.poll(listFiles).toEqual([]);
  });

  it("is found by an erasure that began before it was committed", async () => {
    const { accountId, send } = await start(path);
    let erased: Promise<unknown> | null = null;
    hooks.named = async () => {
      erased = eraseAccount(app.tools, accountId);
      await expect.poll(isOneWaiting).toBe(true);
    };
    await send();
    expect(erased).not.toBeNull();
    await erased;
    expect(await rowsOf(accountId)).toEqual([]);
    await expect.poll(listFiles).toEqual([]);
  });
});

describe("eraseAccount", () => {
  it("removes a file that a job was recording when the erasure began", async () => {
    const { accountId, send } = await start("/v1/company_report/upload");
    const { report_id } = (await send()).json.data;
    const isRead = async () =>
      (await app.db`select from report where report_id = ${report_id} and digest_state = 'ready'`).length > 0;
    await expect.poll(isRead).toBe(true);
    const writer = await storage.openWriter({ contentType: "application/pdf", contentEncoding: null });
    await writer.write(Buffer.from(`Recorded ${makeId("rep")}`));
    const { sha256 } = await writer.finish();
    const { erased } = await inTransaction(app.db, async (sql) => {
      await sql`update report set twin_sha256 = ${sha256} where report_id = ${report_id}`;
      const erased = eraseAccount(app.tools, accountId);
      await expect.poll(isOneWaiting).toBe(true);
      return { erased };
    });
    await erased;
    await expect.poll(listFiles).toEqual([]);
  });
});
