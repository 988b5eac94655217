import type { Database, Sql } from "../../platform/db/index.ts";
import type { GuardedFetch, PageFetch } from "../../platform/fetch/index.ts";
import type { S3Address } from "../../platform/storage/index.ts";
import type { ReportTools } from "../reports/index.ts";

export interface Issue {
  line: number;
  reason: string;
  excerpt: string;
}

/** One item of a source, or why a line gives none. */
export type Entry<Item> =
  | { line: number; item: Item; units: number; warning?: Issue }
  | { line: number; fault: string; excerpt: string; units: number };

export interface Counts {
  added: number;
  changed: number;
  unchanged: number;
  /** Read and deliberately ignored. */
  skipped: number;
  /** Rejected while writing, in addition to those rejected while reading. */
  faults?: readonly Issue[];
  /** Accepted although they look suspicious. */
  warnings?: readonly Issue[];
}

/** A source being read, from where an earlier load of the same content stopped. */
export interface OpenSource<Item> {
  /** What is read, for people: a file or a URL. */
  location: string;
  /** Differs when the content does; a load resumes only with the content it started with. */
  version: string;
  /** The total in the units of the entries; null when unknown. */
  totalUnits: number | null;
  /** In the same order each time; `position` of them are already processed and may be skipped. */
  entries: (position: number) => AsyncIterable<Entry<Item>>;
  /** Everything written is committed together with the position. */
  write: (sql: Sql, items: readonly { line: number; item: Item }[]) => Promise<Counts>;
  /** Called once after the last entry. */
  finish?: (db: Database) => Promise<void>;
  batchMax?: number;
  /** The entries do not depend on what is written: the next batch may be read while one is being written. */
  readsAhead?: boolean;
}

/** The progress of a large download. */
export interface DownloadProgress {
  url: string;
  bytes: number;
  /** Null when the publisher does not say. */
  totalBytes: number | null;
}

export interface SourceTools {
  db: Database;
  /** For pages and lists: rate-limited, with retries. */
  fetch: PageFetch;
  /** For large files. */
  download: GuardedFetch;
  /** Called regularly during a large download. */
  onDownloadProgress: (progress: DownloadProgress) => void;
  /** Where downloaded files are kept. */
  folder: string;
  /** Where reports are stored; null for sources without reports. */
  reports: ReportTools | null;
  /** How buckets are accessed; null when no key for them is configured. */
  s3: Omit<S3Address, "bucket"> | null;
  now: Date;
  signal: AbortSignal;
}

export interface SourceRequest {
  /** A local file or a URL; the publisher's own URL when empty. */
  location: string;
  options: Readonly<Record<string, string | undefined>>;
  /** Nothing may be kept, including what a source writes outside the given transaction. */
  dryRun?: boolean;
}

export interface SourceOption {
  name: string;
  about: string;
  /** The type of its value; any text when absent. */
  takes?: "a day" | "a whole number" | "numbers separated by commas" | "yes or no" | "a file";
}

export interface Source {
  name: string;
  title: string;
  /** One line that describes what it loads. */
  about: string;
  licence: string;
  options: readonly SourceOption[];
  bringsReports?: true;
  // biome-ignore lint/suspicious/noExplicitAny: a list of sources cannot keep the item type of each
  open: (tools: SourceTools, request: SourceRequest) => Promise<OpenSource<any>>;
}

export function defineSource<Item>(
  source: Omit<Source, "open"> & {
    open: (tools: SourceTools, request: SourceRequest) => Promise<OpenSource<Item>>;
  },
): Source {
  return Object.freeze(source);
}
