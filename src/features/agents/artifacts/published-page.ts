import { hash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Failure } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import { findPublicArtifact } from "./store.ts";

/** A report artifact as served at its public URL. */
export interface PublishedPage {
  body: Readable;
  /** Allows only its own style sheet and typeface: no script, image, form or request; only the console may frame it. */
  policy: string;
}

/** 192 random bits: a URL cannot be found by guessing. */
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
  // The page's own style sheet, which may be older than ours. Document text is escaped, so the first match is
  // the style sheet.
  const sheet = hash("sha256", SHEET.exec(page)?.[1] ?? "", "base64");
  const policy =
    `default-src 'none'; style-src 'sha256-${sheet}'; font-src data:; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
  return { body: Readable.from([Buffer.from(page)]), policy };
}
