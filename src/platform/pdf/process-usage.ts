import { readFile } from "node:fs/promises";

const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;
/** Linux counts in hundredths of a second towards programs, whatever its own clock is. */
const MILLISECONDS_PER_TICK = 10;

/**
 * How much memory a process occupies, where the system tells without another program being started; null
 * elsewhere. There the child's own guard is the only watch.
 */
export async function readMemoryBytes(pid: number): Promise<number | null> {
  const found = RESIDENT.exec((await readOf(pid, "status")) ?? "");
  return found ? Number(found[1]) * 1_024 : null;
}

/** How long a process has been computing, in all its threads; null where the system does not tell. */
export async function readCpuMilliseconds(pid: number): Promise<number | null> {
  const stat = await readOf(pid, "stat");
  if (stat === null) return null;
  // The name before it may hold anything, also spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [fields[11], fields[12]];
  return (Number(user) + Number(system)) * MILLISECONDS_PER_TICK;
}

/** Null when the process ended between two looks. */
async function readOf(pid: number, name: "stat" | "status"): Promise<string | null> {
  if (process.platform !== "linux") return null;
  return readFile(`/proc/${pid}/${name}`, "utf8").catch(() => null);
}
