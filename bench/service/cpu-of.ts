import { readdirSync, readFileSync } from "node:fs";

const TICK_MILLISECONDS = 10;

/** Milliseconds of processor time of a process and of every process it started, as Linux counts them. */
export function cpuOf(process: number | undefined): number {
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      parents.set(Number(name), Number(fields[1]));
      ticks.set(Number(name), Number(fields[11]) + Number(fields[12]));
    } catch {
      // A process that ended while we looked.
    }
  }
  const belongs = (pid: number | undefined): boolean =>
    pid === process || (pid !== undefined && pid > 1 && belongs(parents.get(pid)));
  let sum = 0;
  for (const [pid, own] of ticks) if (belongs(pid)) sum += own;
  return sum * TICK_MILLISECONDS;
}

/** Processor time of this process, and of the database it has started. */
export function cpuMilliseconds(): { loader: number; database: number } {
  const { user, system } = process.cpuUsage();
  const loader = (user + system) / 1_000;
  return { loader, database: cpuOf(process.pid) - loader };
}

/** Per row since `before`; other programs do not change it, as they do the rows per second. */
export function cpuPerRow(before: ReturnType<typeof cpuMilliseconds>, rows: number) {
  const after = cpuMilliseconds();
  return {
    loader_cpu_us_per_row: Math.round(((after.loader - before.loader) * 1_000) / rows),
    database_cpu_us_per_row: Math.round(((after.database - before.database) * 1_000) / rows),
  };
}
