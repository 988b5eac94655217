import { hash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Failure } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import { findPublicArtifact } from "./store.ts";

/** A report artifact for whoever knows its address. */
export interface PublishedPage {
  body: Readable;
  /** Nothing but its own style sheet: no script, no picture, no form, no fetch; framed by the console alone. */
  policy: string;
}

/** 192 random bits: nobody comes upon an address by trying. */
export function makePublicWord(): string {
  return randomBytes(24).toString("base64url");
}

const WORD = /^[A-Za-z0-9_-]{32}$/;
const SHEET = /<style>([\s\S]*?)<\/style>/;

export async function findPublishedPage(
  { db, storage }: { db: Database; storage: Storage },
  word: string,
): Promise<PublishedPage> {
  const artifact = WORD.test(word) ? await findPublicArtifact(db, word) : undefined;
  if (!artifact) throw new Failure("artifact_not_found");
  const page = await text(await storage.read(artifact.content_sha256));
  // The sheet of the page itself, which may be older than ours. All that a document says is escaped: the first is it.
  const sheet = hash("sha256", SHEET.exec(page)?.[1] ?? "", "base64");
  const policy = `default-src 'none'; style-src 'sha256-${sheet}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;
  return { body: Readable.from([Buffer.from(page)]), policy };
}
