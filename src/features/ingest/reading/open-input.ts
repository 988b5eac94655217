import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../../../kernel/operator-error.ts";
import { openPacked, type PackedFile } from "../../../platform/archives/index.ts";
import type { SourceTools } from "../source.ts";
import { downloadFile } from "./download-file.ts";

/** A complete file, local or downloaded. */
export interface Input extends PackedFile {
  location: string;
  version: string;
  /** The day the publisher gives the file; null for a local one. */
  date: string | null;
}

/** Opens a local file, or downloads one first. */
export async function openInput(
  tools: SourceTools,
  source: string,
  location: string,
  member?: RegExp,
): Promise<Input> {
  if (location === "") throw new OperatorError(`${source} needs a file or a URL.`);
  const isRemote = /^https?:\/\//.test(location);
  const file = isRemote
    ? await downloadFile(tools, location, path.join(tools.folder, source))
    : localFile(location);
  const packed = await openPacked(file.path, member);
  return {
    ...packed,
    location: isRemote ? location : path.resolve(location),
    version: file.version,
    date: file.date,
  };
}

function localFile(location: string): { path: string; version: string; date: null } {
  try {
    const { size, mtimeMs } = statSync(location);
    const version = createHash("sha256").update(`${size}:${mtimeMs}`).digest("hex").slice(0, 16);
    return { path: location, version, date: null };
  } catch (cause) {
    throw new OperatorError(`The file ${location} cannot be read.`, { cause });
  }
}
