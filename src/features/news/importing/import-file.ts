import { createReadStream } from "node:fs";
import path from "node:path";
import { createGunzip } from "node:zlib";
import type { Database } from "../../../platform/db/index.ts";
import { readBytes } from "../formats/read-bytes.ts";
import { type ImportOptions, type ImportResult, importArticles } from "./import-articles.ts";
import type { Origin } from "./prepare-article.ts";

/** Imports a file of any known format, also gzipped, without loading all of it into memory. */
export async function importFile(
  db: Database,
  file: string,
  options: Omit<ImportOptions, "origin"> & {
    origin?: Partial<Origin>;
    /** Called with the number of bytes of the file that were read. */
    bytesRead?: (bytes: number) => void;
  },
): Promise<ImportResult> {
  const { origin, bytesRead, ...rest } = options;
  const bytes = createReadStream(file, { highWaterMark: 256 * 1_024 });
  let read = 0;
  bytes.on("data", (chunk) => {
    read += chunk.length;
    bytesRead?.(read);
  });
  const stream = file.endsWith(".gz") ? bytes.pipe(createGunzip()) : bytes;
  // `pipe` does not forward errors: reading would wait forever for a file that cannot be read.
  if (stream !== bytes) bytes.on("error", (error) => stream.destroy(error));
  return importArticles(db, readBytes(stream), {
    ...rest,
    origin: {
      name: path.basename(file),
      licence: "",
      fictional: false,
      language: null,
      baseUrl: null,
      ...origin,
    },
  });
}

export async function loadDemoNews(db: Database, file: string): Promise<ImportResult> {
  return importFile(db, file, {
    now: new Date(),
    origin: { name: "Florin demo", licence: "Apache-2.0", fictional: true },
  });
}
