import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { findBalance, openLedger } from "../src/features/credits/index.ts";
import { uploadReport } from "../src/features/reports/own-reports.ts";
import { settleUploads } from "../src/features/reports/uploads/settle-uploads.ts";
import { makeCallId, makeId } from "../src/kernel/ids.ts";
import type { Context } from "../src/kernel/operation.ts";
import { startTestApp, type TestAccount } from "./app.ts";
import { makeTestContext } from "./operation-context.ts";
import { makeSmallPdf } from "./small-pdf.ts";
import { waitUntilDigested } from "./wait-for-reports.ts";

/*
 * An upload adds its report before it is paid for. Here its call dies, fails or takes too long in between: the report is
 * paid once, or it is gone.
 */
const app = await startTestApp({ rate_factor: 1_000 });
const ledger = openLedger(app.db);
const operation = uploadReport(app.tools);
/** The next file is removed as soon as it is stored, as with another report of the same file. */
const race = { isLost: false };
const { openWriter } = app.tools.storage;
app.tools.storage.openWriter = async (options) => {
  const writer = await openWriter(options);
  const finish = async () => {
    const file = await writer.finish();
    if (race.isLost) await app.tools.storage.remove(file.sha256);
    race.isLost = false;
    return file;
  };
  return { ...writer, finish };
};
const PRICE = 5;

const makeFile = () => new Uint8Array(makeSmallPdf(`Upload ${makeId("rep")}`));
const spent = async ({ accountId }: TestAccount) => (await findBalance(app.db, accountId))?.spent;
const settle = () => settleUploads(app.tools, new AbortController().signal);

const isStored = async (report_id: string) => {
  const rows = await app.db`select from report where report_id = ${report_id}`;
  return rows.length > 0;
};

/** A call up to the point where the operation has run, as the gate makes it; it has not been paid. */
async function startCall(account: TestAccount, content: Uint8Array) {
  const { accountId } = account;
  const paymentId = makeCallId();
  const spender = { accountId, operationId: operation.id, keyId: null, budgeted: false, callId: paymentId };
  const hold = await ledger.hold(spender, PRICE, 900);
  const usage = { credits: 0 };
  const plain = makeTestContext("reports:write");
  const context: Context = {
    ...plain,
    caller: { ...plain.caller, accountId },
    paymentId,
    use: (credits) => {
      usage.credits += credits;
    },
  };
  const file = path.join(tmpdir(), `${makeId("rep")}.pdf`);
  writeFileSync(file, content);
  const input = {
    file: { path: file, fileName: "report.pdf", contentType: "application/pdf" },
    shared_with: "account" as const,
  };
  const run = () => operation.run(context, input as never);
  const pay = async () => {
    const { charged } = await hold.settle(usage.credits);
    const outcome = await operation.afterSettle?.(context, { input: input as never, charged });
    if (outcome === "already_paid") await ledger.undo(accountId, paymentId);
    return outcome;
  };
  return { hold, run, pay };
}

const upload = ({ key }: TestAccount, content: Uint8Array<ArrayBuffer>) => {
  const form = new FormData();
  form.set("file", new Blob([content], { type: "application/pdf" }), "report.pdf");
  return app.call("POST", "/v1/company_report/upload", { key, form });
};

describe("an upload", () => {
  it("stores nothing when its call has ended before the report is added", async () => {
    const account = await app.addAccount();
    const files = async () => (await Array.fromAsync(app.tools.storage.list())).length;
    const before = await files();
    const late = await startCall(account, makeFile());
    await late.hold.release();
    await expect(late.run()).rejects.toMatchObject({ code: "time_limit" });
    expect(await app.db`select from report where account_id = ${account.accountId}`).toEqual([]);
    await expect.poll(files).toBe(before);
  });

  it("is deleted with its files when its call fails after the report was added", async () => {
    const account = await app.addAccount();
    const failing = await startCall(account, makeFile());
    const { report_id } = await failing.run();
    await waitUntilDigested(app, report_id);
    await settle();
    // Still running.
    expect(await isStored(report_id)).toBe(true);
    await failing.hold.release();
    await settle();
    expect(await isStored(report_id)).toBe(false);
    expect(await spent(account)).toBe(0);
  });

  it("is deleted although another one cannot be settled now", async () => {
    const account = await app.addAccount();
    const calls = [await startCall(account, makeFile()), await startCall(account, makeFile())];
    const ids = [];
    for (const { run, hold } of calls) {
      ids.push((await run()).report_id);
      await hold.release();
    }
    const [first = "", second = ""] = ids.sort();
    await app.db.pool.query(`
      create function refuse_deletion() returns trigger language plpgsql as $$
      begin raise exception 'locked'; end $$;
      create trigger refuse_deletion before delete on report for each row when (old.report_id = '${first}')
        execute function refuse_deletion()`);
    await expect(settle()).rejects.toThrow("1 uploads could not be settled");
    expect([await isStored(first), await isStored(second)]).toEqual([true, false]);
    await app.db.pool.query("drop trigger refuse_deletion on report");
    await settle();
    expect(await isStored(first)).toBe(false);
  });

  it("is kept when its process died after the payment", async () => {
    const account = await app.addAccount();
    const dying = await startCall(account, makeFile());
    const { report_id } = await dying.run();
    await dying.hold.settle(PRICE);
    await settle();
    expect([await isStored(report_id), await spent(account)]).toEqual([true, PRICE]);
    await settle();
    expect([await isStored(report_id), await spent(account)]).toEqual([true, PRICE]);
  });

  it("is paid by the second of two when the first one dies before paying", async () => {
    const account = await app.addAccount();
    const content = makeFile();
    const first = await startCall(account, content);
    const { report_id } = await first.run();
    const second = await upload(account, content);
    expect(second.json.data).toEqual({ report_id, added: false });
    expect(second.headers.get("x-credits-charged")).toBe(`${PRICE}`);
    await first.hold.release();
    await settle();
    expect([await isStored(report_id), await spent(account)]).toEqual([true, PRICE]);
  });

  it("is paid once when the first of two pays after the second", async () => {
    const account = await app.addAccount();
    const content = makeFile();
    const first = await startCall(account, content);
    await first.run();
    await upload(account, content);
    expect(await first.pay()).toBe("already_paid");
    expect(await spent(account)).toBe(PRICE);
    const third = await upload(account, content);
    expect(third.headers.get("x-credits-charged")).toBe("0");
  });

  it("refunds all payments but one when processes died after paying", async () => {
    const account = await app.addAccount();
    const content = makeFile();
    const calls = [await startCall(account, content), await startCall(account, content)];
    const ids = [];
    for (const call of calls) ids.push((await call.run()).report_id);
    for (const call of calls) await call.hold.settle(PRICE);
    expect(await spent(account)).toBe(2 * PRICE);
    await settle();
    expect([new Set(ids).size, await isStored(ids[0] ?? ""), await spent(account)]).toEqual([1, true, PRICE]);
  });

  it("has its file, although the same file was removed with another report", async () => {
    const account = await app.addAccount();
    race.isLost = true;
    const { json } = await upload(account, makeFile());
    const [file] = await app.db<{ file_sha256: string }>`
      select file_sha256 from report where report_id = ${json.data.report_id}`;
    expect([race.isLost, await app.tools.storage.size(file?.file_sha256 ?? "")]).toEqual([
      false,
      expect.any(Number),
    ]);
  });

  it("is paid once by many that arrive at the same time", async () => {
    const account = await app.addAccount();
    const content = makeFile();
    const replies = await Promise.all(Array.from({ length: 6 }, () => upload(account, content)));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const charged = replies.map(({ headers }) => Number(headers.get("x-credits-charged")));
    expect(charged.reduce((sum, credits) => sum + credits, 0)).toBe(PRICE);
    expect(await findBalance(app.db, account.accountId)).toMatchObject({ spent: PRICE, held: 0 });
  });
});
