import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** Processor seconds used by this process and by all children it ever had, ended or not. Linux only. */
export function processorSeconds(): { own: number; children: number } {
  const { user, system } = process.cpuUsage();
  const ended = statFields("self");
  let ticks = Number(ended[13]) + Number(ended[14]);
  for (const pid of childPids()) {
    const fields = statFields(pid);
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return { own: (user + system) / 1e6, children: ticks / TICKS_PER_SECOND };
}

export function childPids(): string[] {
  return readdirSync("/proc").filter(
    (pid) => /^\d+$/.test(pid) && Number(statFields(pid)[1]) === process.pid,
  );
}

/** Whether a process is running or would be, if a core were free. */
export function isRunnable(pid: string): boolean {
  return statFields(pid)[0] === "R";
}

/** The fields of /proc/pid/stat after the name, which may itself hold spaces and brackets; empty when gone. */
function statFields(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** Runs something and tells what processor time it cost, here and in children. */
export async function measure<Result>(
  run: () => Promise<Result>,
): Promise<{ result: Result; cpuSeconds: number; wallSeconds: number }> {
  const before = processorSeconds();
  const startedAt = performance.now();
  const result = await run();
  const after = processorSeconds();
  return {
    result,
    cpuSeconds: after.own - before.own + after.children - before.children,
    wallSeconds: (performance.now() - startedAt) / 1_000,
  };
}
