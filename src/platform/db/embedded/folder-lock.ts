import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A process, unambiguous even if its pid is reused. */
interface Holder {
  pid: number;
  startedAt: string | null;
}

const PATIENCE_MILLISECONDS = 2_000;

/** One service per data folder. Returns the release function, or the pid of the process that holds the lock. */
export async function lockFolder(dataFolder: string): Promise<{ release: () => void } | { heldBy: number }> {
  const file = lockFile(dataFolder);
  const own = `${file}.${process.pid}`;
  const holder: Holder = { pid: process.pid, startedAt: readStartTick(process.pid) };
  writeFileSync(own, JSON.stringify(holder));
  try {
    // Waits a moment: a service that was just killed or stopped may still be exiting.
    for (let waited = 0; ; waited += 100) {
      // A link appears with its content or not at all, and only one process can create it.
      if (tryLink(own, file)) return { release: () => rmSync(file, { force: true }) };
      const present = readHolder(file);
      if (!present || !isAlive(present)) rmSync(file, { force: true });
      else if (present.pid === process.pid || waited >= PATIENCE_MILLISECONDS) return { heldBy: present.pid };
      else await sleep(100);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** The process that holds the folder; null when none does. */
export function findHolder(dataFolder: string): number | null {
  const holder = readHolder(lockFile(dataFolder));
  return holder && isAlive(holder) ? holder.pid : null;
}

const lockFile = (dataFolder: string) => path.join(dataFolder, "service.lock");

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return holder.startedAt === readStartTick(holder.pid);
}

/**
 * The kernel's start tick of a process, its 22nd field, counted from after the name in brackets; null without /proc,
 * and for a zombie process.
 */
function readStartTick(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
