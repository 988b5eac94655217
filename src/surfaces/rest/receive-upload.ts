import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { Failure } from "../../kernel/errors.ts";
import { describeUpload, type UploadedFile } from "../../kernel/uploaded-file.ts";
import type { TemporaryFolder } from "../../platform/storage/index.ts";

const UPLOAD_BYTES_MAX = 500 * 1_048_576;
const FIELDS_MAX = 30;
const FIELD_BYTES_MAX = 10_000;

export interface ReceivedUpload {
  input: Record<string, unknown>;
  /** Removes the temporary file; called when the call is over, however it ended. */
  discard: () => Promise<void>;
}

/** Reads a multipart body: fields as text, the one file streamed to a temporary file and hashed on the way. */
export async function receiveUpload(
  request: FastifyRequest,
  temporary: TemporaryFolder,
): Promise<ReceivedUpload> {
  const place = temporary.newFile();
  const discard = () => rm(place, { force: true });
  const input: Record<string, unknown> = {};
  try {
    const limits = { fileSize: UPLOAD_BYTES_MAX, files: 1, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX };
    for await (const part of request.parts({ limits })) {
      input[part.fieldname] = part.type === "file" ? await saveToFile(part, place) : part.value;
    }
    return { input, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function saveToFile(part: MultipartFile, place: string): Promise<UploadedFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(part.file, meter, createWriteStream(place, { mode: 0o600 }));
  if (part.file.truncated) {
    throw new Failure("file_too_large", {
      detail: `A file may have at most ${UPLOAD_BYTES_MAX / 1_048_576} MB.`,
    });
  }
  const facts = {
    fileName: path.basename(part.filename),
    contentType: part.mimetype,
    bytes,
    sha256: hash.digest("hex"),
  };
  return describeUpload(facts, place);
}
