import { createGunzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../kernel/errors.ts";
import {
  contentDisposition,
  type LinkedFile,
  type LinkParts,
  type Storage,
  verifyLink,
} from "../../platform/storage/index.ts";

interface FileRequest {
  Params: { sha256: string; name: string };
  Querystring: Record<string, string | undefined>;
}

/** Serves this service's signed links, wherever the files are stored: the signature is the credential. */
export function mountFiles(server: FastifyInstance, storage: Storage, signingKey: Buffer): void {
  server.get<FileRequest>("/files/:sha256/:name", async (request, reply) => {
    const file = verifyLink(signingKey, partsOf(request));
    const size = file && (await storage.size(file.sha256));
    // A deleted file looks the same as an invalid link.
    if (!file || size === null) throw new Failure("link_invalid");
    const etag = `"${file.sha256.slice(0, 32)}"`;
    reply
      .header("etag", etag)
      .header("cache-control", "private, max-age=3600")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "sandbox; default-src 'none'")
      .header("content-disposition", contentDisposition(file.fileName))
      .header("x-request-id", request.id)
      .type(file.contentType);
    if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
    if (file.contentEncoding === "gzip") return sendPacked(storage, file, request, reply);
    return sendPlain(storage, { ...file, size, etag }, request, reply);
  });
}

function partsOf({ params, query }: FastifyRequest<FileRequest>): LinkParts {
  const { type = "", encoding, expires = "", signature = "" } = query;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    sha256: params.sha256,
    fileName: params.name,
    type: text(type),
    encoding: encoding === undefined ? undefined : text(encoding),
    expires: text(expires),
    signature: text(signature),
  };
}

/** Sent compressed as stored; decompressed for the few clients that cannot do so. */
async function sendPacked(
  storage: Storage,
  file: LinkedFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const packed = await storage.read(file.sha256);
  reply.header("vary", "accept-encoding");
  if (request.headers["accept-encoding"]?.includes("gzip")) {
    return reply.header("content-encoding", "gzip").send(packed);
  }
  return reply.send(packed.pipe(createGunzip()));
}

async function sendPlain(
  storage: Storage,
  file: LinkedFile & { size: number; etag: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header("accept-ranges", "bytes");
  const ifRange = request.headers["if-range"];
  const wanted = ifRange === undefined || ifRange === file.etag ? request.headers.range : undefined;
  const range = wanted === undefined ? null : readRange(wanted, file.size);
  if (range === null) {
    return reply.header("content-length", String(file.size)).send(await storage.read(file.sha256));
  }
  if (range === "unsatisfiable") {
    reply.header("content-range", `bytes */${file.size}`);
    throw new Failure("range_not_satisfiable");
  }
  return reply
    .code(206)
    .header("content-range", `bytes ${range.start}-${range.end}/${file.size}`)
    .header("content-length", String(range.end - range.start + 1))
    .send(await storage.read(file.sha256, range));
}

/** One range; of several only the first is served. Null for an invalid header: both as in RFC 9110. */
function readRange(header: string, size: number): { start: number; end: number } | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)(?:,|$)/i.exec(header.replaceAll(" ", "")) ?? [];
  if (first === "" && last === "") return null;
  if (first !== "" && last !== "" && Number(first) > Number(last)) return null;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}
