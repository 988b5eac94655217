import type { Database, Sql } from "../../platform/db/index.ts";
import type { GuardedFetch, PageFetch } from "../../platform/fetch/index.ts";
import type { S3Address } from "../../platform/storage/index.ts";
import type { ReportTools } from "../reports/index.ts";

export interface Issue {
  line: number;
  reason: string;
  excerpt: string;
}

/** One thing a source tells, or why a line of it tells nothing. */
export type Entry<Item> =
  | { line: number; item: Item; units: number; warning?: Issue }
  | { line: number; fault: string; excerpt: string; units: number };

export interface Counts {
  added: number;
  changed: number;
  unchanged: number;
  /** Read and left alone on purpose. */
  skipped: number;
  /** Refused while writing, beside what was refused while reading. */
  faults?: readonly Issue[];
  /** Taken as they are, though they look wrong. */
  warnings?: readonly Issue[];
}

/** A source that is being read, from where an earlier load of the same content stopped. */
export interface OpenSource<Item> {
  /** What is read, for people: a file or an address. */
  location: string;
  /** Differs when the content does; a load goes on only with the content it began with. */
  version: string;
  /** How much there is in all, in the units of the entries; null when nobody knows. */
  totalUnits: number | null;
  /** In the same order each time; `position` of them have been dealt with and may be left out or passed over. */
  entries: (position: number) => AsyncIterable<Entry<Item>>;
  /** Everything written goes with the position into one transaction. */
  write: (sql: Sql, items: readonly { line: number; item: Item }[]) => Promise<Counts>;
  /** After the last entry: what is worth doing once. */
  finish?: (db: Database) => Promise<void>;
  batchMax?: number;
}

/** A large file on its way here. */
export interface Fetching {
  url: string;
  bytes: number;
  /** Null when the publisher does not say. */
  totalBytes: number | null;
}

export interface SourceTools {
  db: Database;
  /** For pages and lists: patient and polite. */
  fetch: PageFetch;
  /** For large files. */
  download: GuardedFetch;
  /** Is told now and then while a large file comes in. */
  onFetching: (fetching: Fetching) => void;
  /** Where fetched files are kept. */
  folder: string;
  /** Where reports go; null for sources that bring none. */
  reports: ReportTools | null;
  /** How buckets are opened; null where no key for them is configured. */
  s3: Omit<S3Address, "bucket"> | null;
  now: Date;
  signal: AbortSignal;
}

export interface SourceRequest {
  /** A file on this machine or an address; the publisher's own when empty. */
  location: string;
  options: Readonly<Record<string, string | undefined>>;
  /** Nothing may stay, also not what a source writes past the transaction it is given. */
  dryRun?: boolean;
}

export interface SourceOption {
  name: string;
  about: string;
  /** What its value must be; any text when absent. */
  takes?: "a day" | "a whole number" | "numbers separated by commas" | "yes or no" | "a file";
}

export interface Source {
  name: string;
  title: string;
  /** What it brings, in a line for people. */
  about: string;
  licence: string;
  options: readonly SourceOption[];
  bringsReports?: true;
  // biome-ignore lint/suspicious/noExplicitAny: a list of sources has to forget what each one tells
  open: (tools: SourceTools, request: SourceRequest) => Promise<OpenSource<any>>;
}

export function defineSource<Item>(
  source: Omit<Source, "open"> & {
    open: (tools: SourceTools, request: SourceRequest) => Promise<OpenSource<Item>>;
  },
): Source {
  return Object.freeze(source);
}
