import { createHash } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";

export interface HashedFile {
  path: string;
  sha256: string;
  bytes: number;
}

/** A file being written: hashed on the way, and synced to disk when `close` returns. */
export async function openHashingFile(file: string) {
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, "wx", 0o600);
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    async write(chunk: Uint8Array): Promise<void> {
      hash.update(chunk);
      bytes += chunk.byteLength;
      await handle.writeFile(chunk);
    },
    async close(): Promise<HashedFile> {
      await handle.sync();
      await handle.close();
      return { path: file, sha256: hash.digest("hex"), bytes };
    },
    async abandon(): Promise<void> {
      await handle.close().catch(() => {});
      await rm(file, { force: true });
    },
  };
}
