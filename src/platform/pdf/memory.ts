import { readFile } from "node:fs/promises";

const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;

/**
 * How much memory a process occupies, where the system tells without another program being started; null
 * elsewhere. There the child's own guard is the only watch.
 */
export async function readMemoryBytes(pid: number): Promise<number | null> {
  if (process.platform !== "linux") return null;
  try {
    const found = RESIDENT.exec(await readFile(`/proc/${pid}/status`, "utf8"));
    return found ? Number(found[1]) * 1_024 : null;
  } catch {
    // The process ended between two looks.
    return null;
  }
}
