// Builds the web console when it is missing or older than its sources, so that `npm start` needs no other step.
import { spawn } from "node:child_process";
import { once } from "node:events";
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
  // The service is compiled at the same time; it starts even if that fails.
  const compiling = spawn(process.execPath, [path.join(import.meta.dirname, "compile-service.mjs")], {
    stdio: "ignore",
  });
  const building = spawn(process.execPath, [vite, "build", folder, "--logLevel", "warn"], {
    stdio: "inherit",
  });
  const [[status]] = await Promise.all([once(building, "exit"), once(compiling, "exit")]);
  process.exit(status ?? 1);
}
