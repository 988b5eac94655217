// Installs the packages of folders that only tests and builders need, so that `npm install` stays small for everyone
// else. Does nothing when what is installed matches the lock file.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

for (const folder of ["bench", "demo", "test"]) {
  const lock = path.join(root, folder, "package-lock.json");
  const installed = path.join(root, folder, "node_modules", ".package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) continue;
  console.log(`· installing the packages of ${folder}/`);
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: path.join(root, folder),
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}
