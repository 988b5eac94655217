import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A process that cannot be mistaken for a later one with the same number. */
interface Holder {
  pid: number;
  startedAt: string | null;
}

/** One service per data folder. Returns the release, or the number of the process that has it. */
export function lockFolder(dataFolder: string): { release: () => void } | { heldBy: number } {
  const file = path.join(dataFolder, "service.lock");
  const own = `${file}.${process.pid}`;
  const holder: Holder = { pid: process.pid, startedAt: startOf(process.pid) };
  writeFileSync(own, JSON.stringify(holder));
  try {
    // A link appears with its content or not at all, and only one process can make it.
    for (let attempt = 0; attempt < 3; attempt++) {
      if (tryLink(own, file)) return { release: () => rmSync(file, { force: true }) };
      const present = readHolder(file);
      if (present && isAlive(present)) return { heldBy: present.pid };
      rmSync(file, { force: true });
    }
    return { heldBy: readHolder(file)?.pid ?? 0 };
  } finally {
    rmSync(own, { force: true });
  }
}

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
  return holder.startedAt === startOf(holder.pid);
}

/** The kernel's start tick of a process; null where there is no /proc. Field 22, counted after the name's bracket. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
