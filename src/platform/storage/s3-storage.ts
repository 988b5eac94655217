import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { Failure } from "../../kernel/errors.ts";
import { type Breaker, type MakeBreaker, openBreaker } from "../breaker/index.ts";
import { contentDisposition } from "./content-disposition.ts";
import { openHashingFile } from "./hashing-file.ts";
import { signLink } from "./signed-link.ts";
import { type ByteRange, LINK_SECONDS, type LinkedFile, type Storage } from "./storage.ts";
import type { TemporaryFolder } from "./temporary-folder.ts";

export interface S3Address {
  bucket: string;
  region: string;
  /** For anything other than Amazon S3. */
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  makeBreaker?: MakeBreaker | undefined;
}

export interface S3Options extends S3Address {
  temporary: TemporaryFolder;
}

const PREFIX = "objects/";
/** Idle time: a large file may take long as long as it makes progress. */
const SILENCE_MILLISECONDS_MAX = 15_000;
const CONNECT_MILLISECONDS_MAX = 5_000;
const ATTEMPTS_MAX = 3;
/** Consecutive attempts, over all calls. */
const FAILURES_MAX = 6;
const PAUSE_MILLISECONDS = 5_000;

export function connectS3(address: S3Address): S3Client {
  const { region, endpoint, accessKeyId, secretAccessKey, makeBreaker = openBreaker } = address;
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: {
      socketTimeout: SILENCE_MILLISECONDS_MAX,
      connectionTimeout: CONNECT_MILLISECONDS_MAX,
    },
    // Newer defaults add checksums that other vendors' stores do not understand.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const breaker = makeBreaker({
    service: "s3",
    failuresMax: FAILURES_MAX,
    pauseMilliseconds: PAUSE_MILLISECONDS,
    isOutage,
    refuse: (retryAfterSeconds) => new Failure("storage_unavailable", { retryAfterSeconds }),
  });
  guard(client, breaker);
  return client;
}

/** Every attempt passes the breaker; when none of them is answered, the caller gets our own error. */
function guard({ middlewareStack }: S3Client, breaker: Breaker): void {
  middlewareStack.add((next) => (input) => breaker.run(() => next(input)), {
    step: "deserialize",
    priority: "high",
    name: "breaker",
  });
  middlewareStack.add(
    (next) => (input) =>
      next(input).catch((cause: unknown) => {
        if (!isOutage(cause)) throw cause;
        throw new Failure("storage_unavailable", { cause, retryAfterSeconds: PAUSE_MILLISECONDS / 1_000 });
      }),
    { step: "initialize", name: "outage" },
  );
}

/** No response at all, or one that says that the store is unavailable. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Failure) return false;
  const { $metadata, $response } = error as {
    $metadata?: { httpStatusCode?: number };
    $response?: { statusCode?: number };
  }; // what the SDK adds to errors from a response
  const status = $metadata?.httpStatusCode ?? $response?.statusCode;
  return status === undefined || status >= 500 || status === 429;
}

/** Files in an S3-compatible bucket. Links are the store's own pre-signed URLs: downloads do not pass through us. */
export function openS3Storage(address: S3Options, signingKey: Buffer): Storage {
  const { bucket, temporary } = address;
  const client = connectS3(address);
  const at = (sha256: string) => ({ Bucket: bucket, Key: `${PREFIX}${sha256}` });
  const size = async (sha256: string) => {
    try {
      return (await client.send(new HeadObjectCommand(at(sha256)))).ContentLength ?? null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  async function read(sha256: string, range?: ByteRange): Promise<Readable> {
    const wanted = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    const { Body } = await client.send(new GetObjectCommand({ ...at(sha256), ...wanted }));
    if (!(Body instanceof Readable)) throw new Error(`s3: no body for ${sha256}`);
    return Body;
  }

  return {
    async openWriter({ contentType, contentEncoding }) {
      const file = await openHashingFile(temporary.newFile());
      return {
        write: file.write,
        abandon: file.abandon,
        async finish() {
          const { path: written, sha256, bytes } = await file.close();
          try {
            // The same content is already the same object: sending it again would change nothing.
            if ((await size(sha256)) !== bytes) {
              await client.send(
                new PutObjectCommand({
                  ...at(sha256),
                  Body: createReadStream(written),
                  ContentLength: bytes,
                  ContentType: contentType,
                  ...(contentEncoding ? { ContentEncoding: contentEncoding } : {}),
                }),
              );
            }
            return { sha256, bytes };
          } finally {
            await rm(written, { force: true });
          }
        },
      };
    },
    async *list() {
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: PREFIX },
      ))
        for (const { Key = "", Size = 0 } of Contents)
          yield { sha256: Key.slice(PREFIX.length), bytes: Size };
    },
    size,
    read,
    async withLocalFile(sha256, work) {
      const file = temporary.newFile();
      try {
        await pipeline(await read(sha256), createWriteStream(file));
        return await work(file);
      } finally {
        await rm(file, { force: true });
      }
    },
    async remove(sha256) {
      await client.send(new DeleteObjectCommand(at(sha256)));
    },
    link: (file) => presign(client, at(file.sha256), file),
    serviceLink: (file, baseUrl) => baseUrl + signLink(signingKey, file),
  };
}

function presign(client: S3Client, at: { Bucket: string; Key: string }, file: LinkedFile): Promise<string> {
  const command = new GetObjectCommand({
    ...at,
    ResponseContentType: file.contentType,
    ResponseContentDisposition: contentDisposition(file.fileName),
    ...(file.contentEncoding ? { ResponseContentEncoding: file.contentEncoding } : {}),
  });
  return getSignedUrl(client, command, { expiresIn: LINK_SECONDS });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotFound" || error.name === "NoSuchKey");
}
