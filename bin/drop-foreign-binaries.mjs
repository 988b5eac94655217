// The inference runtime ships its libraries for every platform in one package; only this machine's are of use here.
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../node_modules/onnxruntime-node/bin/napi-v6", import.meta.url));

if (existsSync(path.join(folder, process.platform, process.arch))) {
  for (const platform of readdirSync(folder)) {
    for (const arch of readdirSync(path.join(folder, platform))) {
      if (platform === process.platform && arch === process.arch) continue;
      rmSync(path.join(folder, platform, arch), { recursive: true });
    }
  }
}
