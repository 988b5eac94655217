import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { OperatorError } from "../../../kernel/operator-error.ts";
import { readZipMembers } from "../../../platform/archives/index.ts";
import type { SourceTools } from "../source.ts";
import { downloadFile } from "./download-file.ts";
import { hashParts } from "./hash-parts.ts";

/** One of many small files. */
export interface Document {
  /** Its position among the others, from 1. */
  number: number;
  name: string;
  /** Null when the publisher has none of this name. */
  text: string | null;
  /** Why an existing document cannot be read; others may be fine. */
  fault?: string;
  units: number;
}

export interface Documents {
  location: string;
  version: string;
  /** The day the publisher gives them, or on which they were fetched; null for local ones. */
  date: string | null;
  totalUnits: number | null;
  /** The documents after the first `position`. */
  read: (position: number) => AsyncIterable<Document>;
}

export interface DocumentOptions {
  source: string;
  location: string;
  /** Names of the files to read from a folder or an archive. */
  wanted: RegExp;
  /** The URLs at a publisher with one file per company. */
  addresses: (base: string) => Promise<string[]>;
}

const BYTES_MAX = 200_000_000;
const SECONDS_MAX = 120;

/** Many documents from a file, a folder, an archive, or downloaded one by one. */
export async function openDocuments(tools: SourceTools, input: DocumentOptions): Promise<Documents> {
  const { location } = input;
  const isRemote = /^https?:\/\//.test(location);
  if (isRemote && !/\.zip$/i.test(location)) return fetchDocuments(tools, input);
  const { path: file, date } = isRemote
    ? await downloadFile(tools, location, path.join(tools.folder, input.source))
    : { path: location, date: null };
  if (/\.zip$/i.test(file)) return zipDocuments(file, { location, date }, input.wanted);
  return folderDocuments(file, input.wanted);
}

async function fetchDocuments(
  tools: SourceTools,
  { location, addresses }: DocumentOptions,
): Promise<Documents> {
  const urls = await addresses(location.replace(/\/+$/, ""));
  const today = tools.now.toISOString().slice(0, 10);
  return {
    location,
    // The same list on the same day is one load, which can be resumed.
    version: hashParts([today, ...urls]),
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
            `${url} responded with status ${page.status}; the load can be started again later.`,
          );
        const text = page.status === 200 ? page.body.toString("utf8") : null;
        yield { number: index + 1, name: url, text, units: index + 1 };
      }
    },
  };
}

function folderDocuments(location: string, wanted: RegExp): Documents {
  const files = listFiles(location, wanted);
  if (files.length === 0) throw nothingIn(location, wanted);
  const newest = files.reduce((latest, file) => Math.max(latest, statSync(file).mtimeMs), 0);
  return {
    location: path.resolve(location),
    version: hashParts([...files, String(newest)]),
    date: null,
    totalUnits: files.length,
    async *read(position) {
      for (const [index, file] of files.entries()) {
        if (index < position) continue;
        const place = { number: index + 1, name: path.basename(file), units: index + 1 };
        yield { ...place, ...(await textOf(() => readAll(file))) };
      }
    },
  };
}

function readAll(file: string): Buffer {
  const bytes = readFileSync(file);
  return file.endsWith(".gz") ? gunzipSync(bytes, { maxOutputLength: BYTES_MAX }) : bytes;
}

async function textOf(read: () => Buffer | Promise<Buffer>): Promise<Pick<Document, "text" | "fault">> {
  try {
    return { text: (await read()).toString("utf8") };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { text: null, fault: `it cannot be read: ${reason}` };
  }
}

function listFiles(location: string, wanted: RegExp): string[] {
  if (requireStat(location).isFile()) return [location];
  return readdirSync(location, { recursive: true, encoding: "utf8" })
    .map((file) => path.join(location, file))
    .filter((file) => wanted.test(file.replace(/\.gz$/, "")))
    .sort();
}

function requireStat(location: string): Stats {
  try {
    return statSync(location);
  } catch (cause) {
    throw new OperatorError(`${location} cannot be read.`, { cause });
  }
}

const nothingIn = (place: string, wanted: RegExp) =>
  new OperatorError(`${place} contains no file whose name matches ${wanted.source}. Nothing was loaded.`);

function zipDocuments(
  file: string,
  { location, date }: Pick<Documents, "location" | "date">,
  wanted: RegExp,
): Documents {
  const { size, mtimeMs } = requireStat(file);
  return {
    location,
    version: hashParts([String(size), String(mtimeMs)]),
    date,
    totalUnits: null,
    async *read(position) {
      let number = 0;
      for await (const { name, read } of readZipMembers(file, wanted))
        if (++number > position) yield { number, name, units: number, ...(await textOf(read)) };
      if (number === 0) throw nothingIn(file, wanted);
    },
  };
}
