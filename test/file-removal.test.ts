import { describe, expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { eraseAccount } from "../src/features/accounts/index.ts";
import { reembedReports } from "../src/features/reports/index.ts";
import { removePerson } from "../src/features/rights/index.ts";
import { makeId } from "../src/kernel/ids.ts";
import { startTestApp } from "./app.ts";
import { addPerson } from "./person.ts";
import { makeSmallPdf } from "./small-pdf.ts";
import { waitUntilDigested } from "./wait-for-reports.ts";

const app = await startTestApp({ rate_factor: 1_000 });
const { storage } = app.tools;
const { remove, openWriter } = storage;
/** How often the storage fails to remove a file before it works again. */
const broken = { removals: 0 };
storage.remove = async (sha256) => {
  if (broken.removals-- > 0) throw new Error("the storage does not answer");
  await remove(sha256);
};
/** The next file is removed as soon as it is stored, as with another row of the same file. */
const race = { isLost: false };
storage.openWriter = async (options) => {
  const writer = await openWriter(options);
  const finish = async () => {
    const file = await writer.finish();
    if (race.isLost) await remove(file.sha256);
    race.isLost = false;
    return file;
  };
  return { ...writer, finish };
};

const listFiles = async () => (await Array.fromAsync(storage.list())).map(({ sha256 }) => sha256).sort();

/** A member of an account with another owner, and a call that sends a file which nothing else has. */
async function addMember() {
  const { accountId } = await app.addAccount();
  await addPerson(app, { accountId });
  const { memberId } = await addPerson(app, { accountId, role: "member" });
  const { key } = await createKey(app.db, { accountId, name: "Key", createdBy: memberId });
  const send = async (path: string) => {
    const form = new FormData();
    const content = new Uint8Array(makeSmallPdf(`Removed ${makeId("rep")}`));
    form.set("file", new Blob([content], { type: "application/pdf" }), "report.pdf");
    return (await app.call("POST", path, { key, form })).json.data;
  };
  const upload = async () => {
    const { report_id } = await send("/v1/company_report/upload");
    await waitUntilDigested(app, report_id);
    return report_id as string;
  };
  const parse = async () => {
    const body = await send("/v1/parser/pdf");
    const state = async () => (await app.call("POST", "/v1/parser/result", { key, body })).json.data.state;
    body.state = undefined;
    await expect.poll(state).toBe("ready");
    return body.job_id as string;
  };
  return { accountId, memberId, key, send, upload, parse };
}

describe("a file that the storage fails to remove", () => {
  it("is removed later when its report was deleted", async () => {
    const before = await listFiles();
    const { key, upload } = await addMember();
    const reportId = await upload();
    broken.removals = 1;
    const { json } = await app.call("DELETE", `/v1/company_report/upload?report_id=${reportId}`, { key });
    expect(json.data.deleted).toBe(true);
    await expect.poll(listFiles).toEqual(before);
    expect(broken.removals).toBeLessThan(0);
  });

  it("is removed later when the person who had it parsed was removed", async () => {
    const before = await listFiles();
    const { accountId, memberId, parse } = await addMember();
    await parse();
    broken.removals = 1;
    await removePerson(app.tools, { accountId, memberId });
    await expect.poll(listFiles).toEqual(before);
    expect(broken.removals).toBeLessThan(0);
  });

  it("is removed later when its account was erased", async () => {
    const before = await listFiles();
    const { accountId, upload, parse } = await addMember();
    await upload();
    await parse();
    broken.removals = 1;
    await eraseAccount(app.tools, accountId);
    await expect.poll(listFiles).toEqual(before);
    expect(broken.removals).toBeLessThan(0);
  });
});

it("keeps a file that was to be parsed while the same file was removed", async () => {
  const { parse } = await addMember();
  race.isLost = true;
  const jobId = await parse();
  expect(race.isLost).toBe(false);
  const [job] = await app.db<{ file_sha256: string }>`
    select file_sha256 from parse_job where job_id = ${jobId}`;
  expect(await storage.size(job?.file_sha256 ?? "")).toBeGreaterThan(0);
});

/** With another title before each passage, all vectors are other ones. */
const makeOutdated = (reportId: string) => app.db`
  update report set file_title_en = 'Another title', certificate = certificate || '{"model": "an earlier one"}'
  where report_id = ${reportId}`;

it("removes the earlier vectors of a report that is embedded again, and nothing else", async () => {
  const { upload } = await addMember();
  const reportId = await upload();
  const listVectors = () =>
    app.db<{ file: string }>`select embedding_sha256 as file from report where report_id = ${reportId}`;
  const [earlier] = await listVectors();
  // Passages were made from the earlier vectors, and remember it.
  await expect.poll(() => app.db`select from passage_report where report_id = ${reportId}`).toHaveLength(1);
  const before = await listFiles();
  await makeOutdated(reportId);
  await Array.fromAsync(reembedReports(app.tools, AbortSignal.timeout(60_000)));
  const [now] = await listVectors();
  expect(now?.file).not.toBe(earlier?.file);
  const expected = before.filter((file) => file !== earlier?.file).concat(now?.file ?? "");
  await expect.poll(listFiles).toEqual(expected.sort());
});

it("removes the new vectors of a report that is deleted while it is embedded again", async () => {
  const before = await listFiles();
  const { key, upload } = await addMember();
  const reportId = await upload();
  await makeOutdated(reportId);
  const { embedder } = app.tools;
  const embed: typeof embedder.embed = async (texts, options) => {
    await app.call("DELETE", `/v1/company_report/upload?report_id=${reportId}`, { key });
    return embedder.embed(texts, options);
  };
  const tools = { ...app.tools, embedder: { ...embedder, embed } };
  await Array.fromAsync(reembedReports(tools, AbortSignal.timeout(60_000)));
  await expect.poll(listFiles).toEqual(before);
});
