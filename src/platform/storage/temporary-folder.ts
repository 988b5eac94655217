import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export interface TemporaryFolder {
  readonly path: string;
  /** A path for a new file. Its creator removes it; if the process dies first, the next one does. */
  newFile: () => string;
}

/** No upload or download takes longer; this covers files of machines that are gone. */
const AGE_MILLISECONDS_MAX = 24 * 3_600_000;

/** Temporary files of uploads and downloads. Leftovers of killed processes are removed first. */
export function openTemporaryFolder(folder: string): TemporaryFolder {
  if (existsSync(folder)) for (const name of readdirSync(folder)) discardIfAbandoned(folder, name);
  const filePrefix = `${os.hostname()}_${process.pid}_`;
  return {
    path: folder,
    newFile() {
      mkdirSync(folder, { recursive: true });
      return path.join(folder, filePrefix + randomUUID());
    },
  };
}

function discardIfAbandoned(folder: string, name: string): void {
  const file = path.join(folder, name);
  const [, host, pid] = /^(.+)_(\d+)_[^_]+$/.exec(name) ?? [];
  const isOfThisMachine = host === os.hostname();
  // Ours was just opened and has no files yet: a file with our pid belongs to an earlier process.
  if (isOfThisMachine && Number(pid) !== process.pid && isAlive(Number(pid))) return;
  // Its creator may remove it in between.
  const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (isOfThisMachine || Date.now() - writtenAt > AGE_MILLISECONDS_MAX)
    rmSync(file, { force: true, recursive: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user exists too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
