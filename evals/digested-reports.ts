import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import {
  LAYOUT_VERSION,
  type PageRecord,
  type PageSummary,
  reportPages,
} from "../src/features/reports/layout/index.ts";
import { openPdfReader, PARSER_VERSION, type PdfReader } from "../src/platform/pdf/index.ts";

/** A report as the digest leaves it: the pages of its extract file, and its passages. */
export interface DigestedReport {
  sha256: string;
  pages: PageRecord[];
  chunks: PageSummary["chunks"];
}

const CACHE_FOLDER = path.join(homedir(), ".cache", "florin-evals");

const LIMITS = {
  workersMax: 1,
  wallSecondsMax: 600,
  memoryMegabytesMax: 900,
  pagesMax: 5_000,
  charactersMax: 50_000_000,
  pixelsMax: 20_000_000,
};

/** Reads reports with the service's own reader, each once: what was read is kept outside the project. */
export class ReportDigester {
  #reader: PdfReader<PageSummary> | null = null;

  async digest(file: string): Promise<DigestedReport> {
    const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
    const versions = `${PARSER_VERSION}-${LAYOUT_VERSION}`.replaceAll("/", "-");
    const kept = path.join(CACHE_FOLDER, `${sha256}-${versions}.json.gz`);
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
    mkdirSync(CACHE_FOLDER, { recursive: true });
    const json = `{"pages":[${pages.join(",")}],"chunks":${JSON.stringify(chunks)}}`;
    writeFileSync(`${kept}.part`, gzipSync(json, { level: 4 }));
    renameSync(`${kept}.part`, kept);
  }
}
