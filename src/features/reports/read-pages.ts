import readline from "node:readline";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Storage } from "../../platform/storage/index.ts";
import type { PageRecord } from "./layout/index.ts";

/** The pages of an extract file, one by one: a report need not fit into memory. */
export async function* readPages(storage: Storage, extractSha256: string): AsyncGenerator<PageRecord> {
  // Not `pipe`: that would lose an error of the source, and leave it open when the reader stops early.
  const stream = pipeline(await storage.read(extractSha256), createGunzip(), () => {});
  try {
    for await (const line of readline.createInterface({ input: stream })) {
      // Our own file, validated when it was written: validating 10,000 words per page again would double the cost.
      yield JSON.parse(line) as PageRecord;
    }
  } finally {
    stream.destroy();
  }
}
