import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** Writes a compressed file as a whole: two evaluations at once may write the same one, and each reads only complete ones. */
export function storeFile(file: string, text: string, level: number): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, gzipSync(text, { level }));
  renameSync(part, file);
}
