import { readdirSync, readFileSync } from "node:fs";

export interface ProcessMemory {
  pid: number;
  /** What it runs, in a word. */
  part: "service" | "database" | "other";
  megabytes: number;
  /** Of these, what is not a page of a file, which the system can drop at any time. */
  ownMegabytes: number;
}

/**
 * The memory of a process and of every process it started. Proportional (PSS): a page that several of them share is
 * counted once, in parts.
 */
export function measureTree(root: number): ProcessMemory[] {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]));
  const belongs = (pid: number): boolean => pid === root || (pid > 1 && belongs(parents.get(pid) ?? 0));
  return pids.filter(belongs).flatMap((pid) => {
    const rollup = read(`/proc/${pid}/smaps_rollup`);
    const megabytesOf = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(rollup)?.[1] ?? 0) / 1_024;
    const ownMegabytes = megabytesOf("Pss_Anon") + megabytesOf("Pss_Shmem");
    return rollup === "" ? [] : [{ pid, part: partOf(pid), megabytes: megabytesOf("Pss"), ownMegabytes }];
  });
}

export const sumOf = (
  list: readonly ProcessMemory[],
  count: "megabytes" | "ownMegabytes" = "megabytes",
): number => Math.round(list.reduce((sum, one) => sum + one[count], 0));

/** Backends of the database that serve a client, which say whom. */
export const countConnections = (tree: readonly ProcessMemory[]): number =>
  tree.filter(({ pid }) => /postgres: \S+ \S+ \[local\]/.test(read(`/proc/${pid}/cmdline`))).length;

/** What one process has in memory, shared pages included. */
export function residentMegabytes(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024);
}

function partOf(pid: number): ProcessMemory["part"] {
  const line = read(`/proc/${pid}/cmdline`);
  if (/postgres/.test(line)) return "database";
  return line.includes("florin.mjs") ? "service" : "other";
}

const parentOf = (pid: number) => Number(/^\d+ \(.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`))?.[1]);

/** Empty when the process ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
