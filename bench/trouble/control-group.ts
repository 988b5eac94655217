import { existsSync, mkdirSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

const MEMORY = "/sys/fs/cgroup/memory";
const DISK = "/sys/fs/cgroup/blkio";

/** Processes that a limit of the kernel holds for; null where control groups (version 1) are not ours to make. */
function makeGroup(
  kind: string,
  limit: { file: string; value: string },
): { add: (pid: number) => void; remove: () => void } | null {
  const group = path.join(kind, `florin-trouble-${process.pid}`);
  if (!existsSync(path.join(kind, limit.file))) return null;
  try {
    mkdirSync(group, { recursive: true });
    writeFileSync(path.join(group, limit.file), limit.value);
  } catch {
    return null;
  }
  return {
    add: (pid) => join(group, pid),
    remove() {
      try {
        rmdirSync(group);
      } catch {
        // A process of it has not quite ended; an empty group costs nothing.
      }
    },
  };
}

/** So many megabytes for what the processes take from now on; the kernel kills one that needs more. */
export const limitMemory = (megabytes: number) =>
  makeGroup(MEMORY, { file: "memory.limit_in_bytes", value: `${megabytes}M` });

/** So many writes a second on the disk that a folder lies on. */
export function limitWrites(folder: string, perSecond: number) {
  const { dev } = statSync(folder);
  const device = `${(dev >> 8) & 0xfff}:${dev & 0xff}`;
  return makeGroup(DISK, { file: "blkio.throttle.write_iops_device", value: `${device} ${perSecond}` });
}

/** A process moves back to where there is no limit. */
export const release = (kind: "memory" | "disk", pid: number) => join(kind === "memory" ? MEMORY : DISK, pid);

function join(group: string, pid: number): void {
  try {
    writeFileSync(path.join(group, "cgroup.procs"), String(pid));
  } catch {
    // It has ended.
  }
}
