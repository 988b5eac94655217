import { createHmac, timingSafeEqual } from "node:crypto";
import { LINK_SECONDS, type LinkedFile } from "./storage.ts";

/** Links that this service serves itself: all parameters are in the URL, and signed. */
export function signLink(key: Buffer, file: LinkedFile, now: Date = new Date()): string {
  const expires = Math.floor(now.getTime() / 1_000) + LINK_SECONDS;
  const query = new URLSearchParams({
    type: file.contentType,
    ...(file.contentEncoding ? { encoding: file.contentEncoding } : {}),
    expires: String(expires),
    signature: sign(key, file, String(expires)),
  });
  return `/files/${file.sha256}/${encodeURIComponent(file.fileName)}?${query}`;
}

export interface LinkParts {
  sha256: string;
  fileName: string;
  type: string;
  encoding?: string | undefined;
  expires: string;
  signature: string;
}

/** The file of a link; null for a link that we did not issue, that was changed, or that has expired. */
export function verifyLink(key: Buffer, parts: LinkParts, now: Date = new Date()): LinkedFile | null {
  const file: LinkedFile = {
    sha256: parts.sha256,
    fileName: parts.fileName,
    contentType: parts.type,
    contentEncoding: parts.encoding === "gzip" ? "gzip" : null,
  };
  const expected = Buffer.from(sign(key, file, parts.expires));
  const given = Buffer.from(parts.signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Number(parts.expires) > now.getTime() / 1_000 ? file : null;
}

/** The parts are joined as JSON, so that no two different links can have the same text. */
function sign(key: Buffer, file: LinkedFile, expires: string): string {
  const text = JSON.stringify([file.sha256, file.fileName, file.contentType, file.contentEncoding, expires]);
  return createHmac("sha256", key).update(text).digest("base64url");
}
