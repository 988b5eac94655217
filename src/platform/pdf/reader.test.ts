import { setTimeout as pause } from "node:timers/promises";
import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { buildPdf, text } from "./testing/pdf-builder.ts";
import { testFolder, testReader } from "./testing/test-reader.ts";

const BULKY = new URL("./testing/bulky-transform.ts", import.meta.url);
const STUCK = new URL("./testing/stuck-transform.ts", import.meta.url);
const WORDS = new URL("./testing/words-transform.ts", import.meta.url);
const save = testFolder();
const pages = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ content: text(72, 700, `page ${at}`) }));
const small = save("small.pdf", buildPdf({ pages: pages(3) }));
const long = save("long.pdf", buildPdf({ pages: pages(40) }));

describe("a reader", () => {
  it("waits for its consumer instead of filling memory", async () => {
    const reader = testReader<{ madeAt: number }>(BULKY);
    const made: number[] = [];
    const taken: number[] = [];
    await reader.read(long, {
      async onPage({ result }) {
        await pause(25);
        made.push(result.madeAt);
        taken.push(Date.now());
      },
    });
    expect(made).toHaveLength(40);
    // Made as they were taken: had the child run ahead, the last pages would have been made before the first were taken.
    const early = taken[15] ?? 0;
    expect(made.at(-1)).toBeGreaterThan(early);
    expect((made.at(-1) ?? 0) - (made[0] ?? 0)).toBeGreaterThan(600);
  });

  it("reads as many documents at once as it has workers, then the waiting ones", async () => {
    const reader = testReader(WORDS, { workersMax: 2 });
    const readings = await Promise.all(Array.from({ length: 7 }, () => reader.read(small)));
    expect(readings.map(({ outcome, pagesRead }) => [outcome, pagesRead])).toEqual(
      Array.from({ length: 7 }, () => ["ok", 3]),
    );
  });

  it("stops at once when it is cancelled", async () => {
    const reader = testReader(STUCK);
    const abort = new AbortController();
    const reading = reader.read(small, { signal: abort.signal, onPage: () => abort.abort() });
    expect(await reading).toMatchObject({ outcome: "failed", reason: "aborted", pagesRead: 1 });
    expect(await reader.read(small, { signal: abort.signal })).toMatchObject({ reason: "aborted" });
  });

  it("stops waiting in the queue when it is cancelled", async () => {
    const reader = testReader(STUCK, { pageCpuSecondsMax: 2 });
    const first = reader.read(small);
    const abort = new AbortController();
    const second = reader.read(small, { signal: abort.signal });
    abort.abort();
    expect(await second).toMatchObject({ outcome: "failed", reason: "aborted", pagesRead: 0 });
    expect(await first).toMatchObject({ outcome: "ok", pagesRead: 2 });
  });

  it("passes on what its consumer throws, and reads the next document", async () => {
    const reader = testReader();
    const read = reader.read(small, {
      onPage: () => {
        throw new Error("the store is full");
      },
    });
    await expect(read).rejects.toThrow("the store is full");
    expect(await reader.read(small)).toMatchObject({ outcome: "ok", pagesRead: 3 });
  });

  it("releases a child that had more to send when its consumer threw", async () => {
    const reader = testReader(BULKY, { workersMax: 1 });
    const read = reader.read(long, {
      async onPage() {
        // Long enough for the next pages to lie in the pipe.
        await pause(300);
        throw new Error("the store is full");
      },
    });
    await expect(read).rejects.toThrow("the store is full");
    expect(await reader.read(small)).toMatchObject({ outcome: "ok", pagesRead: 3 });
  });

  it("ends what it is reading when it is closed", async () => {
    const reader = testReader(STUCK);
    const begun = Promise.withResolvers<void>();
    const reading = reader.read(small, { onPage: () => begun.resolve() });
    await begun.promise;
    await reader.close();
    expect(await reading).toMatchObject({ outcome: "failed", reason: "reader_closed" });
    expect(await reader.read(small)).toMatchObject({ outcome: "failed", reason: "reader_closed" });
  });
});

describe("a picture of a page", () => {
  const reader = testReader();
  const black = save("black.pdf", buildPdf({ pages: [{ content: "0 0 306 792 re f" }] }));

  it("is a PNG of the requested size that shows the page", async () => {
    const rendering = await reader.renderPage(black, 1, { dpi: 36, gray: true });
    if (rendering.outcome !== "ok") throw new Error(rendering.detail);
    expect(rendering).toMatchObject({ width: 306, height: 396 });
    const rows = pixelsOf(rendering.png, 306 + 1);
    // The left half is black and the right half white; the first byte says how the row is written.
    expect([rows[1], rows[100], rows[200], rows[306]]).toEqual([0, 0, 255, 255]);
  });

  it("is in color unless gray is requested", async () => {
    const rendering = await reader.renderPage(black, 1, { dpi: 18 });
    if (rendering.outcome !== "ok") throw new Error(rendering.detail);
    expect(rendering.png[25]).toBe(2);
    expect(pixelsOf(rendering.png, 153 * 3 + 1)).toHaveLength((153 * 3 + 1) * 198);
  });

  it("is scaled down when it would have too many pixels", async () => {
    const rendering = await reader.renderPage(black, 1, { dpi: 600 });
    if (rendering.outcome !== "ok") throw new Error(rendering.detail);
    expect(rendering.width * rendering.height).toBeLessThanOrEqual(1_000_000);
    expect(rendering.width / rendering.height).toBeCloseTo(612 / 792, 2);
  });

  it("fails with a reason for a missing page and for a file that is not a PDF", async () => {
    const beyond = await reader.renderPage(black, 2, { dpi: 72 });
    expect(beyond).toMatchObject({ outcome: "failed", reason: "page_out_of_range" });
    const none = await reader.renderPage(save("none.pdf", "no"), 1, { dpi: 72 });
    expect(none).toMatchObject({ outcome: "failed", reason: "not_a_pdf" });
  });
});

/** The rows of a PNG before its filter is undone, each with the byte that names the filter. */
function pixelsOf(png: Uint8Array, bytesPerRow: number): Uint8Array {
  const bytes = Buffer.from(png);
  const at = bytes.indexOf("IDAT");
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  expect(rows.length % bytesPerRow).toBe(0);
  return rows;
}
