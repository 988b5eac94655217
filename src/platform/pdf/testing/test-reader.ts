import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { openPdfReader, type PdfReader, type PdfReaderOptions, type PdfWord } from "../index.ts";

/** The result of `words-transform.ts` for a page. */
export interface WordsResult {
  pagesBefore: number;
  width: number;
  height: number;
  words: PdfWord[];
}

/** A reader for tests, with limits that a test file reaches quickly; closed after the last test. */
export function testReader<Result = WordsResult>(
  transform = new URL("./words-transform.ts", import.meta.url),
  options: Partial<PdfReaderOptions<Result>> = {},
): PdfReader<Result> {
  const reader = openPdfReader<Result>({
    // A test knows what its transform returns.
    transform: { module: transform, parse: (result) => result as Result },
    workersMax: 1,
    cpuSecondsMax: 20,
    pageCpuSecondsMax: 10,
    memoryMegabytesMax: 500,
    pagesMax: 50,
    charactersMax: 100_000,
    pixelsMax: 1_000_000,
    ...options,
  });
  afterAll(() => reader.close());
  return reader;
}

/** A folder for the files of one test file, removed after its last test. */
export function testFolder(): (name: string, bytes: Uint8Array | string) => string {
  const folder = mkdtempSync(path.join(tmpdir(), "pdf-test-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name, bytes) => {
    const file = path.join(folder, name);
    writeFileSync(file, bytes);
    return file;
  };
}
