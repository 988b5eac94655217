import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

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

function installPackages(packages: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", ["update", "-qq"], { env, stdio: "ignore" });
  const options = ["install", "-y", "-qq", "--no-install-recommends", ...packages];
  execFileSync("apt-get", options, { env, stdio: "ignore" });
}
