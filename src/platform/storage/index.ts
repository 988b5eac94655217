/** Files: stored by content hash in a local folder or an S3-compatible bucket, fetched by links that expire. */
export type { Bucket, BucketFile } from "./bucket.ts";
export { contentDisposition } from "./content-disposition.ts";
export { openFolderStorage } from "./folder-storage.ts";
export { probeFolder } from "./probe-folder.ts";
export { openBucket, openS3Storage } from "./s3.ts";
export type { S3Address } from "./s3-storage.ts";
export { type LinkParts, verifyLink } from "./signed-link.ts";
export type { ByteRange, LinkedFile, Storage, StoredFile } from "./storage.ts";
export { openTemporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";
