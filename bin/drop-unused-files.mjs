// Some packages carry far more than this service uses: other platforms' libraries, C headers, further builds. Removing
// these after the installation saves a third of the disk space.
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const OWN = fileURLToPath(new URL("..", import.meta.url));
/** A published package has most of its packages next to it. */
const AROUND = path.dirname(path.dirname(OWN));
const PLACES = [
  path.join(OWN, "node_modules"),
  ...(path.basename(AROUND) === "node_modules" ? [AROUND] : []),
];

/** Only the build that `src/platform/ocr/tesseract.ts` loads. */
const OCR_BUILD = /^tesseract-core-simd-lstm\.(js|wasm)$/;

for (const packages of PLACES) {
  dropOtherPlatforms(path.join(packages, "onnxruntime-node/bin/napi-v6"));
  dropFiles(
    path.join(packages, "tesseract.js-core"),
    (name) => /^tesseract-core/.test(name) && !OCR_BUILD.test(name),
  );
  for (const name of list(packages).filter((name) => name.startsWith("node-"))) {
    rmSync(path.join(packages, name, "include"), { recursive: true, force: true });
  }
}

function dropOtherPlatforms(folder) {
  if (list(path.join(folder, process.platform, process.arch)).length === 0) return;
  for (const platform of list(folder)) {
    dropFiles(path.join(folder, platform), (arch) => platform !== process.platform || arch !== process.arch);
  }
}

function dropFiles(folder, isUnused) {
  for (const name of list(folder).filter(isUnused)) rmSync(path.join(folder, name), { recursive: true });
}

/** Empty where the package is not installed. */
function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
