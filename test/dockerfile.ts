import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

interface Instruction {
  name: string;
  value: string;
}

export type Stage = readonly Instruction[];

/** The stages of a Dockerfile, each without its FROM. */
export function readStages(text: string): Stage[] {
  const lines = text
    .replace(/\\\n/g, " ")
    .split("\n")
    .filter((line) => /^[A-Z]+ /.test(line));
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [name = "", ...words] = line.split(" ");
    if (name === "FROM") stages.push([]);
    else stages.at(-1)?.push({ name, value: words.join(" ").trim() });
  }
  return stages;
}

export const valuesOf = (stage: Stage, name: string) =>
  stage.filter((instruction) => instruction.name === name).map(({ value }) => value);

/** What ENV sets. */
export function environmentOf(stage: Stage): Record<string, string> {
  const pairs = valuesOf(stage, "ENV").flatMap((line) => line.split(/\s+/).map((pair) => pair.split("=")));
  return Object.fromEntries(pairs);
}

/**
 * Runs the steps of a build stage in a plain folder that takes the place of `/`. The packages that are installed here,
 * from the same lock file, take the place of those that `npm ci` would download.
 */
export async function runBuildStage(stage: Stage, root: string): Promise<void> {
  let folder = root;
  for (const { name, value } of stage) {
    if (name === "WORKDIR") {
      folder = path.join(root, value);
      mkdirSync(folder, { recursive: true });
    } else if (name === "COPY") await copyFromContext(value.split(" "), folder);
    else if (name === "RUN" && value === "npm ci") await linkPackages(path.join(folder, "node_modules"));
    else if (name === "RUN") await runLine(value, { root, folder });
    else throw new Error(`the build stage has an instruction that this test does not know: ${name}`);
  }
}

/** Caches lie there too, whose files other tests write and remove at the same time. */
async function linkPackages(target: string): Promise<void> {
  const installed = path.resolve("node_modules");
  const packages = readdirSync(installed).filter((name) => !/^\.(?:vite|vitest|cache)/.test(name));
  mkdirSync(target);
  const sources = packages.map((name) => path.join(installed, name));
  await run("cp", ["-al", ...sources, target]);
}

async function runLine(line: string, { root, folder }: { root: string; folder: string }): Promise<void> {
  const local = line
    .replace(/(^| )\/(?=source|app)/g, `$1${root}/`)
    .replaceAll("npm install", "npm install --prefer-offline --no-audit --no-fund");
  await run("sh", ["-ec", local], { cwd: folder, maxBuffer: 50_000_000 });
}

/** Copies what the context has: the files of the repository but those that .dockerignore leaves out. */
async function copyFromContext(words: readonly string[], folder: string): Promise<void> {
  const target = path.join(folder, words.at(-1) ?? "");
  const { stdout } = await run("git", ["ls-files", "-co", "--exclude-standard"], { maxBuffer: 50_000_000 });
  const files = stdout.split("\n").filter((file) => file !== "" && !isIgnored(file));
  for (const source of words.slice(0, -1)) {
    const wanted = files.filter((file) => source === "." || file === source || file.startsWith(`${source}/`));
    if (wanted.length === 0) throw new Error(`the context has no ${source}`);
    for (const file of wanted) {
      const isFolder = source !== "." && file !== source;
      const to = path.join(target, isFolder ? path.relative(source, file) : file);
      mkdirSync(path.dirname(to), { recursive: true });
      cpSync(file, to);
    }
  }
}

const ignored = readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean);

function isIgnored(file: string): boolean {
  return ignored.some(
    (pattern) => path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`),
  );
}
