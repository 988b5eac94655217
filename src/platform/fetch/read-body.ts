import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Failure } from "../../kernel/errors.ts";
import type { Fetched } from "./guarded-fetch.ts";

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The decompressed body; rejected as soon as it exceeds the limit, also when only decompression makes it too large.
 */
export async function readBody({ headers, body }: Fetched, bytesMax: number): Promise<Buffer> {
  const tooLarge = new Failure("file_too_large", { detail: `More than ${bytesMax} bytes.` });
  const encoding = (headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const decoder = DECODERS[encoding]?.();
  const stream = decoder ? body.pipe(decoder) : body;
  if (decoder) body.on("error", (error) => decoder.destroy(error));
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    if (Number(headers["content-length"] ?? 0) > bytesMax) throw tooLarge;
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_"))
      throw new Failure("fetch_failed", { detail: "The body cannot be decompressed.", cause: error });
    throw error;
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks);
}
