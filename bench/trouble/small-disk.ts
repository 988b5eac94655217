import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";

/** A disk of its own that can be filled: a file with a file system in it. */
export class SmallDisk {
  readonly folder: string;
  readonly #filler: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#filler = path.join(folder, "filler");
  }

  /** Null where this may not be done: it takes root. */
  static make(place: string, megabytes: number): SmallDisk | null {
    const image = `${place}.img`;
    mkdirSync(place);
    try {
      writeFileSync(image, "");
      truncateSync(image, megabytes * 1_048_576);
      // No blocks kept for root: full is full for everybody.
      execFileSync("/sbin/mkfs.ext4", ["-q", "-m", "0", image]);
      execFileSync("mount", ["-o", "loop", image, place]);
    } catch {
      return null;
    }
    const disk = new SmallDisk(place);
    process.once("exit", () => disk.remove());
    return disk;
  }

  fill(): void {
    const { bavail, bsize } = statfsSync(this.folder);
    execFileSync("/usr/bin/fallocate", ["-l", String(Math.max(0, bavail - 64) * bsize), this.#filler]);
    // What is left goes piece by piece, until not one more block is to be had.
    const handle = openSync(this.#filler, "a");
    const piece = Buffer.alloc(4_096);
    try {
      while (writeSync(handle, piece) > 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    } finally {
      closeSync(handle);
    }
  }

  empty(): void {
    rmSync(this.#filler, { force: true });
  }

  remove(): void {
    try {
      execFileSync("umount", ["-l", this.folder], { stdio: "ignore" });
    } catch {
      // Not mounted any more.
    }
  }
}
