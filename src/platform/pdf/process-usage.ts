import { readFileSync } from "node:fs";

const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;
/** Linux reports hundredths of a second to programs, whatever its own clock. */
const MILLISECONDS_PER_TICK = 10;

/**
 * The memory of a process, where the system reports it without starting another program; null elsewhere. There the
 * child's own guard is the only protection.
 */
export function readMemoryBytes(pid: number): number | null {
  const found = RESIDENT.exec(readOf(pid, "status") ?? "");
  return found ? Number(found[1]) * 1_024 : null;
}

/** The CPU time of a process, in all its threads; null when the system does not report it. */
export function readCpuMilliseconds(pid: number): number | null {
  const stat = readOf(pid, "stat");
  if (stat === null) return null;
  // The name before it may contain anything, including spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [fields[11], fields[12]];
  return (Number(user) + Number(system)) * MILLISECONDS_PER_TICK;
}

/**
 * Null when the process ended in between. These files are in memory and never wait for a disk: reading one at once
 * takes a seventh of the time of handing it to another thread, and two are read for every page.
 */
function readOf(pid: number, name: "stat" | "status"): string | null {
  if (process.platform !== "linux") return null;
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return null;
  }
}
