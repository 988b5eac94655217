import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { z } from "zod";
import { bytesToVector } from "../../src/features/reports/chunk-vectors.ts";
import { addReport, findStoredDigest, readDigest } from "../../src/features/reports/index.ts";
import { startTestApp } from "../../test/app.ts";

const REBUILD = "run: node demo/fictional/build-digests.ts";
const reports = z
  .array(
    z.object({
      report_id: z.string(),
      svc_entity_id: z.string(),
      file: z.string(),
      title: z.string(),
      title_en: z.string(),
      language: z.string(),
      sha256: z.string(),
      page_count: z.int(),
    }),
  )
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, "reports.json"), "utf8")));

const app = await startTestApp({ demo: true });
const { embedder } = app.tools;
const digestOf = (file: string) =>
  findStoredDigest(
    path.join(import.meta.dirname, "digests", path.parse(file).name),
    `${embedder.model}@${embedder.revision}`,
  );

it.each(reports)("ships a current digest of every page of $file", async ({ file, sha256, page_count }) => {
  const digest = await digestOf(file);
  expect(digest, REBUILD).not.toBeNull();
  expect(digest?.certificate, REBUILD).toMatchObject({
    file_sha256: sha256,
    page_count,
    pages_read: page_count,
    chunks: digest?.chunks.length,
    vectors: digest?.chunks.length,
    complete: true,
  });
});

// Every clone carries them: the repository's budget for digests is four megabytes.
it("keeps the digests of all reports under 4 MB", () => {
  const folder = path.join(import.meta.dirname, "digests");
  const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size);
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(4_000_000);
});

it("ships the same pages and vectors as a fresh digest of the report", async () => {
  const report = reports.toSorted((one, other) => one.page_count - other.page_count)[0];
  if (!report) throw new Error("there are no demo reports");
  const { accountId } = await app.addAccount();
  const { reportId } = await addReport(app.tools, path.join(import.meta.dirname, report.file), {
    account_id: accountId,
    svc_entity_id: report.svc_entity_id,
    file_title: report.title,
    file_title_en: report.title_en,
    publish_date: null,
    fiscal_year: null,
    fiscal_period: null,
    language: report.language,
    file_name: path.basename(report.file),
    content_type: "application/pdf",
    fictional: true,
    source: "test",
    source_reference: "",
    licence: "",
  });
  const isReady = async () =>
    (await app.db`select from report where report_id = ${reportId} and digest_state = 'ready'`).length > 0;
  while (!(await isReady())) await sleep(200);

  const shipped = await digestOf(report.file);
  const made = await readDigest(app.tools, reportId);
  // The compressed bytes may differ from machine to machine; what they hold may not.
  expect(gunzipSync(made.pages).equals(gunzipSync(shipped?.pages ?? Buffer.alloc(0))), REBUILD).toBe(true);
  const texts = (chunks: typeof made.chunks) => chunks.map(({ vector: _, ...chunk }) => chunk);
  expect(texts(made.chunks), REBUILD).toEqual(texts(shipped?.chunks ?? []));
  const vectors = shipped?.chunks.map(({ vector }) => vector) ?? [];
  for (const [index, chunk] of made.chunks.entries()) {
    const similarities = vectors.map((vector) => similarity(chunk.vector, vector));
    expect(similarities[index], REBUILD).toBeGreaterThan(SIMILARITY_MIN);
    expect(similarities.indexOf(Math.max(...similarities)), REBUILD).toBe(index);
  }
});

/** Processors multiply 8-bit weights differently: between x64 and arm64 0.995 was seen. */
const SIMILARITY_MIN = 0.99;

/** Vectors have length one. */
function similarity(one: Buffer | null, other: Buffer | null): number {
  if (!one || !other) return 0;
  const numbers = bytesToVector(other);
  return bytesToVector(one).reduce((sum, part, index) => sum + part * (numbers[index] ?? 0), 0);
}
