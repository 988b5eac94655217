import type { Readable } from "node:stream";

/** A file identified by its content: the same bytes are stored once, whoever uploads them. */
export interface StoredFile {
  sha256: string;
  bytes: number;
}

/** The properties of a linked file; part of what is signed. */
export interface LinkedFile {
  sha256: string;
  fileName: string;
  contentType: string;
  /** The stored bytes are compressed; clients see them decompressed. */
  contentEncoding: "gzip" | null;
}

export interface ByteRange {
  start: number;
  end: number;
}

/** Seven days: what the specification promises, and the maximum that S3 signs for. */
export const LINK_SECONDS = 604_800;

export interface FileWriter {
  write: (bytes: Uint8Array) => Promise<void>;
  /** Makes the file durable under its hash. */
  finish: () => Promise<StoredFile>;
  /** Leaves nothing behind. */
  abandon: () => Promise<void>;
}

export interface Storage {
  /** Writes a new file piece by piece. */
  openWriter: (about: Pick<LinkedFile, "contentType" | "contentEncoding">) => Promise<FileWriter>;
  /** Every file, in no particular order. */
  list: () => AsyncIterable<StoredFile>;
  size: (sha256: string) => Promise<number | null>;
  read: (sha256: string, range?: ByteRange) => Promise<Readable>;
  /** Provides a local file with the content for the duration of the work. */
  withLocalFile: <T>(sha256: string, work: (path: string) => Promise<T>) => Promise<T>;
  remove: (sha256: string) => Promise<void>;
  /** A URL at which anyone can fetch the file for seven days. */
  link: (file: LinkedFile, baseUrl: string) => Promise<string>;
  /** The same, always through this service: for pages that may not fetch from elsewhere. */
  serviceLink: (file: LinkedFile, baseUrl: string) => string;
}
