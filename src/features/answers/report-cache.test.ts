import { describe, expect, it, vi } from "vitest";
import { startTestApp } from "../../../test/app.ts";
import { loadPages, requireReadReport } from "../reports/index.ts";
import { ReportCache } from "./report-cache.ts";

const app = await startTestApp({ demo: true });
const { accountId } = await app.addAccount();
const MEGABYTE = 1_000_000;
const QUESTION = "What is the gross margin for FY2024?";

const findReport = () => requireReadReport(app.db, { accountId, userId: null }, "rep_vujzjgh7sqyi");

function openCache(bytesMax: number) {
  const embedAs = vi.fn(app.tools.embedder.embedAs);
  const cache = new ReportCache(app.tools, bytesMax);
  const readPassages = vi.fn(app.tools.passageReader.read);
  return { cache, embedAs, readPassages, models: { embedAs, readPassages } };
}

describe("answers of a report's reader", () => {
  it("are computed once for each question and revision of the report", async () => {
    const report = await findReport();
    const { cache, embedAs, models } = openCache(100 * MEGABYTE);
    const first = await cache.ask(report, QUESTION, models);
    expect(first.isByMeaning).toBe(true);
    const unchanged = structuredClone(first);
    expect(await cache.ask(report, QUESTION, models)).toEqual(unchanged);
    expect(embedAs).toHaveBeenCalledTimes(1);
    await cache.ask(report, "What is revenue for FY2024?", models);
    expect(embedAs).toHaveBeenCalledTimes(2);
  });

  it("are computed again when nothing may be kept, or the report was not used for long", async () => {
    const report = await findReport();
    const small = openCache(1_000);
    await small.cache.ask(report, QUESTION, small.models);
    await small.cache.ask(report, QUESTION, small.models);
    expect(small.embedAs).toHaveBeenCalledTimes(2);
    const large = openCache(100 * MEGABYTE);
    await large.cache.ask(report, QUESTION, large.models);
    expect(large.cache.dropUnused(0)).toBe(1);
    await large.cache.ask(report, QUESTION, large.models);
    expect(large.embedAs).toHaveBeenCalledTimes(2);
  });

  it("are found by reading the nearest passages where the statements do not answer", async () => {
    const report = await findReport();
    const { cache, readPassages, models } = openCache(100 * MEGABYTE);
    await cache.ask(report, QUESTION, models);
    expect(readPassages).not.toHaveBeenCalled();
    const question = "How many people did the company employ at the end of the year?";
    await cache.ask(report, question, models);
    await cache.ask(report, question, models);
    expect(readPassages).toHaveBeenCalledTimes(1);
    expect(readPassages).toHaveBeenCalledWith(
      question,
      expect.toSatisfy(({ length }) => length === 6),
    );
    await cache.ask({ ...report, language: "de" }, "Where is its head office?", models);
    expect(readPassages).toHaveBeenCalledTimes(1);
  });

  it("are not those of an earlier revision", async () => {
    const report = await findReport();
    const { cache, models } = openCache(100 * MEGABYTE);
    await cache.ask(report, QUESTION, models);
    const missing = { ...report, extract_sha256: "0".repeat(64) };
    await expect(cache.ask(missing, QUESTION, models)).rejects.toThrow();
  });
});

/** Pages take 2.2 times the bytes of their file, and a tenth of the room is for answers: this is for two and a half. */
const ROOM_FOR_TWO = (2.5 * 2.2) / 0.9;

describe("opened reports", () => {
  it("take no room when they were dropped while they were being opened", async () => {
    const report = await findReport();
    const { storage } = app.tools;
    const read = vi.fn(storage.read.bind(storage));
    const { promise: isDropped, resolve: drop } = Promise.withResolvers<void>();
    read.mockImplementationOnce(async (sha256) => {
      await isDropped;
      return storage.read(sha256);
    });
    const slow = Object.assign(Object.create(storage) as typeof storage, { read });
    const { bytes } = await loadPages(storage, report.extract_sha256);
    const cache = new ReportCache({ db: app.db, storage: slow }, ROOM_FOR_TWO * bytes);
    const opening = cache.open(report);
    expect(cache.dropUnused(0)).toBe(1);
    drop();
    await opening;
    const other = { ...report, report_id: "rep_other" };
    for (const one of [report, other, report, other]) await cache.open(one);
    expect(read).toHaveBeenCalledTimes(3);
  });
});
