import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { OperatorError } from "../../../kernel/operator-error.ts";
import { readZipMembers } from "../../../platform/archives/index.ts";
import type { SourceTools } from "../source.ts";
import { downloadFile } from "./download-file.ts";

/** One of many small files. */
export interface Document {
  /** Its place among the others, from 1. */
  number: number;
  name: string;
  /** Null when the publisher has none of this name. */
  text: string | null;
  units: number;
}

export interface Documents {
  location: string;
  version: string;
  date: string;
  totalUnits: number | null;
  /** Those after the first `position`. */
  read: (position: number) => AsyncIterable<Document>;
}

export interface DocumentWish {
  source: string;
  location: string;
  /** Names of the files to take out of a folder or an archive. */
  wanted: RegExp;
  /** What to fetch from a publisher that gives one file a company. */
  addresses: (base: string) => Promise<string[]>;
}

const BYTES_MAX = 200_000_000;
const SECONDS_MAX = 120;

/** Many documents from a file, a folder, an archive, or fetched one by one. */
export async function openDocuments(tools: SourceTools, wish: DocumentWish): Promise<Documents> {
  const { location } = wish;
  const isRemote = /^https?:\/\//.test(location);
  if (isRemote && !/\.zip$/i.test(location)) return fetchDocuments(tools, wish);
  const file = isRemote
    ? (await downloadFile(tools, location, path.join(tools.folder, wish.source))).path
    : location;
  if (/\.zip$/i.test(file)) return zipDocuments(file, location, wish.wanted);
  return folderDocuments(file, wish.wanted);
}

async function fetchDocuments(tools: SourceTools, { location, addresses }: DocumentWish): Promise<Documents> {
  const urls = await addresses(location.replace(/\/+$/, ""));
  const today = tools.now.toISOString().slice(0, 10);
  return {
    location,
    // The same list on the same day is one load, which may be gone on with.
    version: hash([today, ...urls]),
    date: today,
    totalUnits: urls.length,
    async *read(position) {
      for (const [index, url] of urls.entries()) {
        if (index < position) continue;
        const page = await tools.fetch(url, {
          bytesMax: BYTES_MAX,
          secondsMax: SECONDS_MAX,
          signal: tools.signal,
        });
        if (page.status !== 200 && page.status !== 404)
          throw new OperatorError(
            `${url} answered with status ${page.status}; the load can be started again later.`,
          );
        const text = page.status === 200 ? page.body.toString("utf8") : null;
        yield { number: index + 1, name: url, text, units: index + 1 };
      }
    },
  };
}

function folderDocuments(location: string, wanted: RegExp): Documents {
  const files = listFiles(location, wanted);
  const newest = Math.max(0, ...files.map((file) => statSync(file).mtimeMs));
  return {
    location: path.resolve(location),
    version: hash([...files, String(newest)]),
    date: new Date(newest || Date.now()).toISOString().slice(0, 10),
    totalUnits: files.length,
    async *read(position) {
      for (const [index, file] of files.entries()) {
        if (index < position) continue;
        const bytes = readFileSync(file);
        const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
        yield { number: index + 1, name: path.basename(file), text, units: index + 1 };
      }
    },
  };
}

function listFiles(location: string, wanted: RegExp): string[] {
  try {
    if (statSync(location).isFile()) return [location];
    return readdirSync(location, { recursive: true, encoding: "utf8" })
      .map((file) => path.join(location, file))
      .filter((file) => wanted.test(file.replace(/\.gz$/, "")))
      .sort();
  } catch (cause) {
    throw new OperatorError(`${location} cannot be read.`, { cause });
  }
}

function zipDocuments(file: string, location: string, wanted: RegExp): Documents {
  const { size, mtimeMs } = statSync(file);
  return {
    location,
    version: hash([String(size), String(mtimeMs)]),
    date: new Date(mtimeMs).toISOString().slice(0, 10),
    totalUnits: null,
    async *read(position) {
      let number = 0;
      for await (const { name, read } of readZipMembers(file, wanted))
        if (++number > position) yield { number, name, text: (await read()).toString("utf8"), units: number };
    },
  };
}

function hash(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}
