import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import S3rver from "@20minutes/s3rver";
import type { S3Address } from "../src/platform/storage/index.ts";
import { onTestFileEnd } from "./cleanup.ts";

/** A real S3 server that checks signatures, on a port of its own, for one test file. */
export async function startS3Server(): Promise<S3Address> {
  const directory = mkdtempSync(path.join(os.tmpdir(), "florin-s3-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "florin", configs: [] }],
  });
  const { port } = await server.run();
  onTestFileEnd(async () => {
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    bucket: "florin",
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${port}`,
    // The pair that this server knows.
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  };
}
