import { hash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A text that is sent many times: compressed once, known by its hash. */
export interface CachedText {
  type: string;
  etag: string;
  plain: Buffer;
  compressed: Record<"br" | "gzip", Buffer>;
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };

export function makeCachedText(text: string, type: string): CachedText {
  const plain = Buffer.from(text);
  return {
    type,
    etag: hash("sha256", text, "base64url").slice(0, 20),
    plain,
    compressed: { br: brotliCompressSync(plain, BROTLI), gzip: gzipSync(plain) },
  };
}

/** `immutable` for a URL that contains the hash; else the reader's browser asks whether it has changed. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, plain, compressed }: CachedText,
  caching: "immutable" | "revalidate",
): FastifyReply {
  const { "accept-encoding": accepted = "", "if-none-match": known = "" } = request.headers;
  const encoding = (["br", "gzip"] as const).find((one) => new RegExp(`\\b${one}\\b`).test(String(accepted)));
  const tag = `"${etag}${encoding ? `-${encoding}` : ""}"`;
  reply
    .header("etag", tag)
    .header("vary", "accept-encoding, cookie")
    .header("cache-control", caching === "immutable" ? "public, max-age=31536000, immutable" : "no-cache");
  if (known.includes(tag)) return reply.code(304).send();
  reply.type(type);
  return encoding ? reply.header("content-encoding", encoding).send(compressed[encoding]) : reply.send(plain);
}
