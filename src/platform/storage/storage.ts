import type { Readable } from "node:stream";

/** A file known by its content: the same bytes are stored once, whoever brings them. */
export interface StoredFile {
  sha256: string;
  bytes: number;
}

/** What a link says of the file it leads to; part of what is signed. */
export interface LinkedFile {
  sha256: string;
  fileName: string;
  contentType: string;
  /** The stored bytes are compressed; whoever fetches them sees them unpacked. */
  contentEncoding: "gzip" | null;
}

export interface ByteRange {
  start: number;
  end: number;
}

/** Seven days: what the specification promises, and the most that S3 signs for. */
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
  /** Every file there is, in no particular order. */
  list: () => AsyncIterable<StoredFile>;
  size: (sha256: string) => Promise<number | null>;
  read: (sha256: string, range?: ByteRange) => Promise<Readable>;
  /** Hands over a file on this machine with the same content, for as long as the work lasts. */
  withLocalFile: <T>(sha256: string, work: (path: string) => Promise<T>) => Promise<T>;
  remove: (sha256: string) => Promise<void>;
  /** An address under which anybody can fetch the file for seven days. */
  link: (file: LinkedFile, baseUrl: string) => Promise<string>;
  /** The same, always through this service: for pages that may fetch from nowhere else. */
  serviceLink: (file: LinkedFile, baseUrl: string) => string;
}
