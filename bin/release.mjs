// Packs what is published: the service as an npm package with built JavaScript, console and demo data, both clients, and
// the list of components. Node.js does not strip types below node_modules, so the package contains none.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = path.resolve(process.argv[2] ?? path.join(root, "release"));
const staging = path.join(target, "package");
const BYTES_MAX = 120_000_000;

/** What the running service reads, besides its program. */
const DATA = [
  "LICENSE",
  "README.md",
  "CHANGELOG.md",
  "THIRD_PARTY_NOTICES.md",
  "migrations",
  "models",
  "docs",
  "skills",
  "console/dist",
  "demo/companies",
  "demo/fictional",
];
/** What one package can carry; on Windows, run from a clone of the repository. */
const PLATFORMS = ["linux/x64", "linux/arm64", "darwin/arm64"];
const RUNTIME = "onnxruntime-node";

/**
 * Programs that build the demo data, what they build it from, what no page of the service shows, and the weights of the
 * earlier model, of which only the tokenizer is needed for new vectors.
 */
const LEFT_OUT = [
  /\.ts$/,
  /fictional\/(design|drivers|model|statements|text|figures\.json)/,
  /docs\/(screenshots|decisions)/,
  /models\/gte-small\/model\.onnx$/,
];
const isLeftOut = (file) => LEFT_OUT.some((pattern) => pattern.test(file));

rmSync(target, { recursive: true, force: true });
mkdirSync(staging, { recursive: true });
requireConsole();
for (const name of DATA) copy(name);
compile("src");
compile("bin", ["florin.mjs", "drop-unused-files.mjs"]);
const runtime = bundleRuntime();
writeJson(path.join(staging, "package.json"), publishedPackage(runtime));
const service = pack(staging);
rmSync(staging, { recursive: true });
packTypeScriptClient();
writeJson(path.join(target, "sbom.json"), listComponents());

const bytes = statSync(service).size;
console.log(`${path.relative(process.cwd(), service)}: ${(bytes / 1e6).toFixed(1)} MB`);
if (bytes > BYTES_MAX) throw new Error(`The package is larger than ${BYTES_MAX / 1e6} MB.`);

function requireConsole() {
  execFileSync(process.execPath, [path.join(root, "bin/build-console.mjs")], { stdio: "inherit" });
  if (!existsSync(path.join(root, "console/dist/index.html"))) throw new Error("The console is not built.");
}

function copy(name) {
  cpSync(path.join(root, name), path.join(staging, name), {
    recursive: true,
    filter: (file) => !isLeftOut(path.relative(root, file)),
  });
}

/** TypeScript becomes JavaScript line by line, so that the lines of an error are those of the source. */
function compile(folder, only) {
  for (const name of only ?? readdirSync(path.join(root, folder), { recursive: true })) {
    const from = path.join(folder, name);
    if (!statSync(path.join(root, from)).isFile() || /\.test\.ts$|\/testing\//.test(from)) continue;
    const to = path.join(staging, from.replace(/\.ts$/, ".js"));
    mkdirSync(path.dirname(to), { recursive: true });
    if (/\.(ts|mjs)$/.test(from)) writeFileSync(to, toJavaScript(from));
    else cpSync(path.join(root, from), to);
  }
}

function toJavaScript(file) {
  const text = readFileSync(path.join(root, file), "utf8");
  const plain = file.endsWith(".ts") ? stripTypeScriptTypes(text) : text;
  // Imports, and the addresses of workers and child programs.
  return plain.replace(/"(\.\.?\/[^"\n]*)\.ts"/g, '"$1.js"').replace(/[ \t]+$/gm, "");
}

/**
 * The runtime of the models is part of the package: installed on its own, its script would download libraries for
 * graphics cards that Florin does not use, and fail where there is no network.
 */
function bundleRuntime() {
  const { version } = readJson(path.join(root, "node_modules", RUNTIME, "package.json"));
  const [{ filename }] = JSON.parse(
    npm(["pack", `${RUNTIME}@${version}`, "--json", "--prefer-offline", "--pack-destination", target], root),
  );
  const folder = path.join(staging, "node_modules", RUNTIME);
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["xzf", path.join(target, filename), "-C", folder, "--strip-components=1"]);
  rmSync(path.join(target, filename));
  const libraries = path.join(folder, "bin/napi-v6");
  for (const platform of readdirSync(libraries))
    for (const processor of readdirSync(path.join(libraries, platform)))
      if (!PLATFORMS.includes(`${platform}/${processor}`))
        rmSync(path.join(libraries, platform, processor), { recursive: true });
  // The same library under its full version; the loader asks for the other name.
  rmSync(path.join(libraries, `darwin/arm64/libonnxruntime.${version}.dylib`));
  const description = readJson(path.join(folder, "package.json"));
  const { "onnxruntime-common": common } = description.dependencies;
  const { scripts: _scripts, devDependencies: _tools, ...rest } = description;
  writeJson(path.join(folder, "package.json"), { ...rest, dependencies: { "onnxruntime-common": common } });
  return { "onnxruntime-common": common };
}

function publishedPackage(runtimeDependencies) {
  const { dependencies, optionalDependencies, ...rest } = readJson(path.join(root, "package.json"));
  const { name, version, description, license, type, engines, bin } = rest;
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin,
    scripts: { postinstall: rest.scripts.postinstall },
    dependencies: { ...dependencies, ...runtimeDependencies },
    bundleDependencies: [RUNTIME],
    // Whoever installs the package has Node.js already.
    optionalDependencies: Object.fromEntries(
      Object.entries(optionalDependencies).filter(([dependency]) => !dependency.startsWith("node-")),
    ),
  };
}

/** What runs. With `--omit dev`, npm would also leave out what both the service and its tools depend on. */
function listComponents() {
  const sbom = JSON.parse(npm(["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], root));
  const isTool = ({ properties = [] }) =>
    properties.some(({ name, value }) => name === "cdx:npm:package:development" && value === "true");
  const components = sbom.components.filter((component) => !isTool(component));
  const kept = new Set([sbom.metadata.component, ...components].map((component) => component["bom-ref"]));
  const dependencies = sbom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }));
  return { ...sbom, components, dependencies };
}

function packTypeScriptClient() {
  const folder = path.join(root, "clients/typescript");
  execFileSync(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
    stdio: "inherit",
  });
  pack(folder);
}

function pack(folder) {
  const [{ filename }] = JSON.parse(npm(["pack", "--json", "--pack-destination", target], folder));
  const named = path.join(target, path.basename(filename).replace(/-[\d.]+\.tgz$/, ".tgz"));
  renameSync(path.join(target, path.basename(filename)), named);
  return named;
}

function npm(line, cwd) {
  return execFileSync("npm", line, {
    cwd,
    encoding: "utf8",
    maxBuffer: 50_000_000,
    shell: process.platform === "win32",
  });
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
