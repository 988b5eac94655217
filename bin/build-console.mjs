// Builds the web console when it is missing or older than its sources, so that `npm start` needs no other step.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../console", import.meta.url));
const page = path.join(folder, "dist", "index.html");
const vite = fileURLToPath(new URL("../node_modules/vite/bin/vite.js", import.meta.url));

const newest = Math.max(
  ...readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(`${path.sep}dist`))
    .map((entry) => statSync(path.join(entry.parentPath, entry.name)).mtimeMs),
);

if (!(existsSync(page) && statSync(page).mtimeMs >= newest) && existsSync(vite)) {
  console.log("· building the console (first start only)");
  const { status } = spawnSync(process.execPath, [vite, "build", folder, "--logLevel", "warn"], {
    stdio: "inherit",
  });
  process.exit(status ?? 1);
}
