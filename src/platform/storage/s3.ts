/** S3 is loaded where it is configured: its client takes 45 MB. */
import type { Bucket } from "./bucket.ts";
import type { S3Address, S3Options } from "./s3-storage.ts";
import type { Storage } from "./storage.ts";

export async function openS3Storage(options: S3Options, signingKey: Buffer): Promise<Storage> {
  const s3 = await import("./s3-storage.ts");
  return s3.openS3Storage(options, signingKey);
}

export async function openBucket(address: S3Address): Promise<Bucket> {
  const bucket = await import("./bucket.ts");
  return bucket.openBucket(address);
}
