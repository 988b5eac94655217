import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * Installs what the tests need where that is allowed (root with apt-get), so that a fresh machine can run them all.
 * Returns whether `file` is there afterwards; in CI its absence is an error, since a skipped test proves nothing.
 */
export function ensureInstalled(file: string, packages: readonly string[], script?: string): boolean {
  if (existsSync(file)) return true;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log(`installing ${packages.join(", ")} for the tests …`);
    try {
      if (script) execFileSync("sh", [script], { stdio: "ignore" });
      else installPackages(packages);
    } catch {
      // Whether it worked is decided by looking, below.
    }
  }
  if (existsSync(file)) return true;
  if (process.env.CI)
    throw new Error(`${file} is missing and could not be installed (${packages.join(", ")})`);
  console.warn(`Tests that need ${file} are skipped. To run them, install ${packages.join(" ")}`);
  return false;
}

/** Two test files may need packages at the same time; the second waits, since apt-get itself would fail. */
const LOCK_FILE = path.join(os.tmpdir(), "florin-apt.lock");

function installPackages(packages: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...words: string[]) =>
    execFileSync("flock", [LOCK_FILE, "apt-get", "-qq", ...words], { env, stdio: "ignore" });
  apt("update");
  apt("install", "-y", "--no-install-recommends", ...packages);
}
