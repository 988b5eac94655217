import { createHash } from "node:crypto";
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "../../../kernel/errors.ts";
import { OperatorError } from "../../../kernel/operator-error.ts";
import { type Fetched, readRetryAfter, refuseLongWait } from "../../../platform/fetch/index.ts";
import type { DownloadProgress, SourceTools } from "../source.ts";

const BYTES_MAX = 50_000_000_000;
const SECONDS_MAX = 6 * 3_600;
const ATTEMPTS_MAX = 6;
const WAIT_SECONDS_MAX = 900;
const BUSY = new Set([429, 500, 502, 503, 504]);
const NOTHING_LEFT = 416;
const PROGRESS_MILLISECONDS = 200;

export interface Downloaded {
  path: string;
  version: string;
  date: string;
}

interface Marks {
  etag: string | null;
  modified: string | null;
}

/**
 * Downloads a large file to a folder. An unchanged file is not downloaded again, an interrupted transfer is resumed,
 * and a busy server gets the delay it asks for.
 */
export async function downloadFile(tools: SourceTools, url: string, folder: string): Promise<Downloaded> {
  mkdirSync(folder, { recursive: true });
  const name = path.basename(new URL(url).pathname) || "file";
  const file = path.join(folder, `${createHash("sha256").update(url).digest("hex").slice(0, 8)}-${name}`);
  for (let attempt = 1; ; attempt++) {
    const seconds = await attemptDownload(tools, url, file);
    if (seconds === null) return describe(file);
    if (attempt === ATTEMPTS_MAX)
      throw new OperatorError(`${url} could not be fetched in ${ATTEMPTS_MAX} attempts.`);
    await wait((seconds ?? 2 ** attempt) * 1_000, undefined, { signal: tools.signal });
  }
}

/** Null when the file is complete; else how long to wait, undefined when the server did not say. */
async function attemptDownload(
  tools: SourceTools,
  url: string,
  file: string,
): Promise<number | null | undefined> {
  const input = { bytesMax: BYTES_MAX, secondsMax: SECONDS_MAX, headers: askFor(file), signal: tools.signal };
  try {
    const answer = await tools.download(url, input);
    if (BUSY.has(answer.status)) {
      answer.body.destroy();
      const requestedDelay = readRetryAfter(answer.headers["retry-after"]);
      refuseLongWait(url, requestedDelay, WAIT_SECONDS_MAX);
      return requestedDelay ?? undefined;
    }
    if (answer.status === NOTHING_LEFT) return restartDownload(answer, file);
    if (answer.status === 304) answer.body.destroy();
    else await saveBody(tools, url, answer, file);
    return null;
  } catch (error) {
    if (error instanceof OperatorError || (error instanceof Failure && error.code !== "fetch_failed"))
      throw error;
    tools.signal.throwIfAborted();
    return undefined;
  }
}

/**
 * A partial file as long as the full one is either complete or of another file, and the server does not say which.
 */
function restartDownload(answer: Fetched, file: string): number {
  answer.body.destroy();
  rmSync(`${file}.part`, { force: true });
  return 0;
}

/** Requests only the missing part of an interrupted transfer, and nothing of an unchanged file. */
function askFor(file: string): Record<string, string> {
  const part = `${file}.part`;
  const have = existsSync(part) ? statSync(part).size : 0;
  const { etag, modified } = readMarks(have > 0 ? part : file);
  // A weak ETag means equivalent content, not that the bytes can be joined.
  const exact = etag?.startsWith("W/") ? modified : (etag ?? modified);
  if (have > 0) return exact === null ? {} : { range: `bytes=${have}-`, "if-range": exact };
  if (!existsSync(file)) return {};
  if (etag !== null) return { "if-none-match": etag };
  return modified === null ? {} : { "if-modified-since": modified };
}

async function saveBody(tools: SourceTools, url: string, answer: Fetched, file: string): Promise<void> {
  const part = `${file}.part`;
  if (answer.status !== 200 && answer.status !== 206)
    throw new OperatorError(`${url} responded with status ${answer.status}.`);
  writeMarks(part, answer);
  const isPartial = answer.status === 206;
  const have = isPartial ? statSync(part).size : 0;
  const reported = countBytes(
    { url, bytes: have, totalBytes: readTotal(answer, have) },
    tools.onDownloadProgress,
  );
  await pipeline(answer.body, reported, createWriteStream(part, { flags: isPartial ? "a" : "w" }));
  renameSync(part, file);
  renameSync(`${part}.marks`, `${file}.marks`);
}

/** The length of a compressed body says nothing about its uncompressed length. */
function readTotal({ headers }: Fetched, have: number): number | null {
  const length = Number(headers["content-length"]);
  return headers["content-encoding"] === undefined && Number.isSafeInteger(length) ? have + length : null;
}

function countBytes(from: DownloadProgress, emit: SourceTools["onDownloadProgress"]) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    let { bytes } = from;
    let reportedAt = Number.NEGATIVE_INFINITY;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (performance.now() - reportedAt >= PROGRESS_MILLISECONDS) {
        reportedAt = performance.now();
        emit({ ...from, bytes });
      }
      yield chunk;
    }
  };
}

function readMarks(file: string): Marks {
  if (!existsSync(`${file}.marks`)) return { etag: null, modified: null };
  // Written by writeMarks, next to the file it describes.
  return JSON.parse(readFileSync(`${file}.marks`, "utf8")) as Marks;
}

function writeMarks(file: string, { headers }: Fetched): void {
  const marks: Marks = { etag: headers.etag ?? null, modified: headers["last-modified"] ?? null };
  writeFileSync(`${file}.marks`, JSON.stringify(marks));
}

function describe(file: string): Downloaded {
  const { etag, modified } = readMarks(file);
  const { size, mtime } = statSync(file);
  const published = modified === null ? Number.NaN : Date.parse(modified);
  return {
    path: file,
    version: createHash("sha256")
      .update(`${etag ?? modified ?? mtime.getTime()}:${size}`)
      .digest("hex")
      .slice(0, 16),
    date: (Number.isNaN(published) ? mtime : new Date(published)).toISOString().slice(0, 10),
  };
}
