import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const MEMORY_FILES = "/dev/shm";
const FREE_BYTES_MIN = 8 * 2 ** 30;

/**
 * Hundreds of databases are created and dropped. Where the machine has memory to spare, they and all other temporary
 * files are kept in it, because many disks are slower than the tests. Returns what removes them.
 */
export function keepTemporaryFilesInMemory(): () => void {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY_FILES)) return () => {};
  const { bavail, bsize } = statfsSync(MEMORY_FILES);
  if (Math.min(bavail * bsize, os.freemem()) < FREE_BYTES_MIN) return () => {};
  const folder = mkdtempSync(path.join(MEMORY_FILES, "florin-"));
  // As every folder for temporary files: the database runs as another user when the tests run as root.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
