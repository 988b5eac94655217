import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { OCR_VERSION } from "../../../platform/ocr/index.ts";
import { PARSER_VERSION, type PdfReading, type ReadPage } from "../../../platform/pdf/index.ts";
import type { Storage, StoredFile } from "../../../platform/storage/index.ts";
import { HTML_VERSION, readHtml } from "../html/html-reader.ts";
import type { PageSummary } from "../layout/index.ts";
import { ScannedPages, type ScanTools } from "./read-scanned.ts";

export interface ReadingTools extends ScanTools {
  storage: Storage;
}

/** The outcome of reading a file, with any reader. */
export type FileReading = PdfReading & { pagesByOcr: number[]; parserVersion: string };

/** What the service keeps in memory for all pages; the pages themselves are in the extract file. */
export interface CollectedPages {
  chunks: PageSummary["chunks"];
  tables: number;
  rows: number;
  /** The first words of the report, to detect its language and type. */
  sample: string;
}

export interface StoredReading {
  reading: FileReading;
  pages: CollectedPages;
  /** The hash is empty when the reading failed: then there is no file. */
  extract: StoredFile;
}

const PROGRESS_MILLISECONDS = 500;
const SAMPLE_LENGTH_MAX = 20_000;

export interface ReadStoredOptions {
  /** A PDF when absent. */
  contentType?: string;
  /** The stated language, for reading images of text; null when no source states it. */
  language?: string | null;
  signal: AbortSignal;
  onProgress: (page: number, pageCount: number) => Promise<void>;
}

/** Reads a stored file page by page into an extract file. Throws only when the file is not to blame. */
export async function readStoredFile(
  tools: ReadingTools,
  sha256: string,
  options: ReadStoredOptions,
): Promise<StoredReading> {
  const { storage } = tools;
  const pages: CollectedPages = { chunks: [], tables: 0, rows: 0, sample: "" };
  let reportedAt = 0;
  const { reading, file } = await writeExtract(storage, (sink) =>
    storage.withLocalFile(sha256, (local) =>
      (options.contentType === "text/html" ? readHtmlFile : readPdf)(
        tools,
        local,
        options,
        async ({ page, pageCount, body, result }) => {
          await sink(body);
          collect(pages, result);
          if (performance.now() - reportedAt < PROGRESS_MILLISECONDS) return;
          reportedAt = performance.now();
          await options.onProgress(page, pageCount);
        },
      ),
    ),
  );
  if (reading.outcome === "failed" && isTemporary(reading.reason))
    throw new Error(`${sha256}: ${reading.detail}`);
  return { reading, pages, extract: file };
}

type TakePage = (page: ReadPage<PageSummary>) => Promise<void>;

async function readHtmlFile(
  _tools: ReadingTools,
  local: string,
  { signal }: ReadStoredOptions,
  onPage: TakePage,
): Promise<FileReading> {
  return {
    ...(await readHtml(local, { signal, onPage })),
    pagesByOcr: [],
    parserVersion: HTML_VERSION,
  };
}

/** Pages without text or with nonsense instead of it are read from their images, if enabled. */
async function readPdf(
  tools: ReadingTools,
  local: string,
  options: ReadStoredOptions,
  take: TakePage,
): Promise<FileReading> {
  const scanned = new ScannedPages(tools, local, options);
  const reading = await tools.pdf.read(local, {
    signal: options.signal,
    onPage: async (page) => take(await scanned.readIfScanned(page)),
  });
  const pagesByOcr = scanned.pages;
  return {
    ...reading,
    words: reading.words + scanned.words,
    characters: reading.characters + scanned.characters,
    pagesWithoutText: reading.pagesWithoutText.filter((page) => !pagesByOcr.includes(page)),
    failedPages: [...reading.failedPages, ...scanned.listUnread(reading.pageCount ?? 0)],
    pagesByOcr,
    parserVersion: pagesByOcr.length === 0 ? PARSER_VERSION : `${PARSER_VERSION}+${OCR_VERSION}`,
  };
}

/** The service is stopping or overloaded: the job is retried. */
function isTemporary(reason: string): boolean {
  return reason === "aborted" || reason === "reader_closed" || reason === "too_busy";
}

function collect(pages: CollectedPages, result: PageSummary): void {
  pages.tables += result.tables;
  pages.rows += result.rows;
  for (const chunk of result.chunks) {
    // Pages with text and scanned ones are numbered separately; the report numbers them together.
    pages.chunks.push({ ...chunk, index: pages.chunks.length });
    if (pages.sample.length < SAMPLE_LENGTH_MAX) pages.sample += `${chunk.text}\n`;
  }
}

type Sink = (line: Uint8Array) => Promise<void>;
const NEW_LINE = Buffer.from("\n");

/** Streams the pages, one per line, compressed, into storage; nothing is left behind when the reading fails. */
async function writeExtract(
  storage: Storage,
  read: (sink: Sink) => Promise<FileReading>,
): Promise<{ reading: FileReading; file: StoredFile }> {
  const writer = await storage.openWriter({ contentType: "application/jsonl", contentEncoding: "gzip" });
  const sink = openGzip((piece) => writer.write(piece));
  try {
    const reading = await read((line) => sink.write(line));
    await sink.end();
    if (reading.outcome === "failed") {
      await writer.abandon();
      return { reading, file: { sha256: "", bytes: 0 } };
    }
    return { reading, file: await writer.finish() };
  } catch (error) {
    await sink.destroy();
    await writer.abandon();
    throw error;
  }
}

/** Compresses lines. A failed write, for example on a full disk, fails the next line instead of going unnoticed. */
function openGzip(write: (piece: Buffer) => Promise<void>) {
  const gzip = createGzip({ level: 6 });
  const broken = new AbortController();
  // Settles without rejecting in any case: until `end`, no one awaits it.
  const flushed = pipeline(gzip, async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) await write(piece);
  }).catch((error: unknown) => broken.abort(error));
  return {
    async write(line: Uint8Array): Promise<void> {
      broken.signal.throwIfAborted();
      gzip.write(line);
      if (gzip.write(NEW_LINE)) return;
      // Nothing drains after a failure, so the failure has to end the wait.
      await once(gzip, "drain", { signal: broken.signal }).catch((error: unknown) => {
        throw broken.signal.reason ?? error;
      });
    },
    async end(): Promise<void> {
      gzip.end();
      await flushed;
      broken.signal.throwIfAborted();
    },
    async destroy(): Promise<void> {
      gzip.destroy();
      await flushed;
    },
  };
}
