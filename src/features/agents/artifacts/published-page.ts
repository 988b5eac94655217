import { hash, randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { Failure } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import { STYLE } from "../html/style.ts";
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
const STYLE_HASH = hash("sha256", STYLE, "base64");
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

export async function findPublishedPage(
  { db, storage }: { db: Database; storage: Storage },
  word: string,
): Promise<PublishedPage> {
  const artifact = WORD.test(word) ? await findPublicArtifact(db, word) : undefined;
  if (!artifact) throw new Failure("artifact_not_found");
  return { body: await storage.read(artifact.content_sha256), policy: POLICY };
}
