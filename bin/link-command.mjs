// npm links the commands of the packages it installs, not that of the folder it installs them in. With this link,
// `npx @florin-data/florin` runs the clone it is called in, and elsewhere only a package of this name.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../node_modules/.bin", import.meta.url));
mkdirSync(folder, { recursive: true });
if (process.platform === "win32") {
  writeFileSync(path.join(folder, "florin.cmd"), '@node "%~dp0\\..\\..\\bin\\florin.mjs" %*\r\n');
} else {
  const link = path.join(folder, "florin");
  rmSync(link, { force: true });
  symlinkSync("../../bin/florin.mjs", link);
}
