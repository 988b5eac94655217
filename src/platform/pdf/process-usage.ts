import { readFile } from "node:fs/promises";

const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;
/** Linux reports hundredths of a second to programs, whatever its own clock. */
const MILLISECONDS_PER_TICK = 10;

/**
 * The memory of a process, where the system reports it without starting another program; null elsewhere. There the
 * child's own guard is the only protection.
 */
export async function readMemoryBytes(pid: number): Promise<number | null> {
  const found = RESIDENT.exec((await readOf(pid, "status")) ?? "");
  return found ? Number(found[1]) * 1_024 : null;
}

/** The CPU time of a process, in all its threads; null when the system does not report it. */
export async function readCpuMilliseconds(pid: number): Promise<number | null> {
  const stat = await readOf(pid, "stat");
  if (stat === null) return null;
  // The name before it may contain anything, including spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [fields[11], fields[12]];
  return (Number(user) + Number(system)) * MILLISECONDS_PER_TICK;
}

/** Null when the process ended in between. */
async function readOf(pid: number, name: "stat" | "status"): Promise<string | null> {
  if (process.platform !== "linux") return null;
  return readFile(`/proc/${pid}/${name}`, "utf8").catch(() => null);
}
