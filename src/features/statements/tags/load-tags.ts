import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Storage } from "../../../platform/storage/index.ts";
import { InlineTagReader, type TaggedFact } from "./inline-tags.ts";

const FILE_BYTES_MAX = 100 * 1_048_576;

export interface Tags {
  facts: TaggedFact[];
  /** Of the company that tagged them; of several companies none is meant. */
  identifier: string | null;
}

const NONE: Tags = { facts: [], identifier: null };

/** The tagged numbers of a stored HTML report; none for other files, and none for one too large to be a report. */
export async function loadTags(
  storage: Storage,
  { file_sha256, content_type }: { file_sha256: string; content_type: string },
): Promise<Tags> {
  if (content_type !== "text/html") return NONE;
  return storage.withLocalFile(file_sha256, async (file) => {
    if ((await stat(file)).size > FILE_BYTES_MAX) return NONE;
    const reader = new InlineTagReader();
    for await (const piece of createReadStream(file, { encoding: "utf8" })) reader.write(String(piece));
    const facts = reader.end();
    const [identifier = null, ...others] = reader.identifiers;
    return { facts, identifier: others.length === 0 ? identifier : null };
  });
}
