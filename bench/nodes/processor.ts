import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const TICKS_PER_SECOND = 100;
const GROUPS = "/sys/fs/cgroup/cpu";
const PERIOD_MICROSECONDS = 20_000;

/** Seconds of processor a process and its children have used so far. */
export function processorSeconds(pid: number): number {
  const own = readStat(pid);
  return own === null
    ? 0
    : own.seconds + childrenOf(pid).reduce((sum, child) => sum + processorSeconds(child), 0);
}

/** Seconds of processor that everything on this machine has used so far. */
export function machineSeconds(): number {
  const [, ...ticks] = (readFileSync("/proc/stat", "utf8").split("\n")[0] ?? "").split(/\s+/);
  // User, nice, system; then idle and waiting for a disk, which are not use; then interrupts. Guests are in user.
  const used = [0, 1, 2, 5, 6].reduce((sum, index) => sum + Number(ticks[index]), 0);
  return used / TICKS_PER_SECOND;
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => readStat(candidate)?.parent === pid);
}

function readStat(pid: number): { parent: number; seconds: number } | null {
  try {
    // The name may hold blanks and brackets; what follows its last bracket is regular.
    const [, parent, ...rest] = (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) ?? "").split(
      " ",
    );
    // Own time and that of children that have ended.
    const ticks = rest.slice(9, 13).reduce((sum, value) => sum + Number(value), 0);
    return { parent: Number(parent), seconds: ticks / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

export interface Share {
  set: (cores: number | null) => void;
  remove: () => void;
}

/** A share of a core for one process, so that several small nodes fit on a machine with few; null without control groups. */
export function makeShare(pid: number): Share | null {
  if (!existsSync(`${GROUPS}/cpu.cfs_quota_us`)) return null;
  const group = path.join(GROUPS, `florin-node-${pid}`);
  try {
    mkdirSync(group);
    writeFileSync(`${group}/cpu.cfs_period_us`, String(PERIOD_MICROSECONDS));
    writeFileSync(`${group}/cgroup.procs`, String(pid));
  } catch {
    return null;
  }
  return {
    set(cores) {
      const quota = cores === null ? -1 : Math.round(cores * PERIOD_MICROSECONDS);
      writeFileSync(`${group}/cpu.cfs_quota_us`, String(quota));
    },
    // Empty once the process has ended.
    remove: () => rmdirSync(group),
  };
}
