import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GetObjectCommand, paginateListObjectsV2 } from "@aws-sdk/client-s3";
import { connectS3, type S3Address } from "./s3-storage.ts";

export interface BucketFile {
  key: string;
  bytes: number;
  etag: string;
}

/** An external bucket, read-only: its files are not ours and keep their names. */
export interface Bucket {
  list: (prefix: string) => AsyncIterable<BucketFile>;
  download: (key: string, file: string) => Promise<void>;
}

export function openBucket(address: S3Address): Bucket {
  const client = connectS3(address);
  const { bucket: Bucket } = address;
  return {
    async *list(prefix) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix }))
        for (const { Key, Size = 0, ETag = "" } of Contents)
          if (Key) yield { key: Key, bytes: Size, etag: ETag };
    },
    async download(key, file) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
      if (!(Body instanceof Readable)) throw new Error(`s3: no body for ${key}`);
      await pipeline(Body, createWriteStream(file));
    },
  };
}
