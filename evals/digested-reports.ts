import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { type PageRecord, type PageSummary, reportPages } from "../src/features/reports/layout/index.ts";
import { openPdfReader, type PdfReader } from "../src/platform/pdf/index.ts";
import { storeFile } from "./store-file.ts";

/** A report as the digest leaves it: the pages of its extract file, and its passages. */
export interface DigestedReport {
  sha256: string;
  pages: PageRecord[];
  chunks: PageSummary["chunks"];
}

const CACHE_FOLDER = path.join(homedir(), ".cache", "florin-evals");

/** What was read with other code is read again: the code's own hash, since versions change only with a release. */
const READING_CODE = ["../src/features/reports/layout", "../src/platform/pdf"];

const LIMITS = {
  workersMax: 1,
  cpuSecondsMax: 600,
  memoryMegabytesMax: 900,
  pagesMax: 5_000,
  charactersMax: 50_000_000,
  pixelsMax: 20_000_000,
};

/** Reads reports with the service's own reader, each once: what was read is kept outside the project. */
export class ReportDigester {
  readonly #codeHash = hashCode();
  #reader: PdfReader<PageSummary> | null = null;

  async digest(file: string): Promise<DigestedReport> {
    const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
    const kept = path.join(CACHE_FOLDER, `${sha256}-${this.#codeHash}.json.gz`);
    if (!existsSync(kept)) await this.#read(file, kept);
    // Written by this very class.
    const report = JSON.parse(gunzipSync(readFileSync(kept)).toString()) as Omit<DigestedReport, "sha256">;
    return { sha256, ...report };
  }

  async close(): Promise<void> {
    await this.#reader?.close();
  }

  async #read(file: string, kept: string): Promise<void> {
    this.#reader ??= openPdfReader({ ...LIMITS, transform: reportPages });
    const pages: string[] = [];
    const chunks: PageSummary["chunks"] = [];
    const reading = await this.#reader.read(file, {
      onPage: ({ body, result }) => {
        pages.push(Buffer.from(body).toString());
        chunks.push(...result.chunks);
      },
    });
    if (reading.outcome === "failed") throw new Error(`${file}: ${reading.reason}: ${reading.detail}`);
    const json = `{"pages":[${pages.join(",")}],"chunks":${JSON.stringify(chunks)}}`;
    storeFile(kept, json, 4);
  }
}

function hashCode(): string {
  const hash = createHash("sha256");
  for (const folder of READING_CODE.map((folder) => fileURLToPath(new URL(folder, import.meta.url)))) {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const file of files.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")).sort()) {
      hash.update(file).update(readFileSync(path.join(folder, file)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
