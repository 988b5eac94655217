import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
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
import { contentDisposition } from "./content-disposition.ts";
import { openHashingFile } from "./hashing-file.ts";
import { signLink } from "./signed-link.ts";
import { type ByteRange, LINK_SECONDS, type LinkedFile, type Storage } from "./storage.ts";

export interface S3Address {
  bucket: string;
  region: string;
  /** For anything but Amazon's own. */
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
}

const PREFIX = "objects/";
const TIMEOUT_MILLISECONDS = 60_000;

export function connectS3(address: S3Address): S3Client {
  const { region, endpoint, accessKeyId, secretAccessKey } = address;
  return new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 4,
    requestHandler: { requestTimeout: TIMEOUT_MILLISECONDS, connectionTimeout: 5_000 },
    // Newer defaults add checksums that other makers' stores do not understand.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}

/** Files in an S3-compatible bucket. Links are the store's own pre-signed addresses: downloads do not pass us. */
export function openS3Storage(address: S3Address, signingKey: Buffer): Storage {
  const { bucket } = address;
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
      const file = await openHashingFile(path.join(os.tmpdir(), "florin-outgoing"));
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
      const folder = await mkdtemp(path.join(os.tmpdir(), "florin-fetched-"));
      try {
        const file = path.join(folder, sha256);
        await pipeline(await read(sha256), createWriteStream(file));
        return await work(file);
      } finally {
        await rm(folder, { recursive: true, force: true });
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
