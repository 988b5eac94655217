// Breaks one place of the program after the other and counts how many of the changes the tests notice.
// `node bin/mutate.mjs [count] [seed] [folder]`; a change is tried on the tests of its own feature or folder, then on
// every test that reaches the file when the first notice nothing and `--all` is given.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";

const [count = "30", seed = "1", folder = "src"] = process.argv
  .slice(2)
  .filter((one) => !one.startsWith("--"));
const all = process.argv.includes("--all");
const MINUTES_MAX = 10;

/** Numbers from 0 to 1 that are the same for the same seed. */
let state = Number(seed);
function random() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const pick = (list) => list[Math.floor(random() * list.length)];

const SWAPPED = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
};

/** What can be changed at one node of a program: where, and what is there instead. */
function* mutateNode(node, text) {
  const { type, start, end, operator, test, value } = node;
  if (/^(Binary|Logical)Expression$/.test(type) && SWAPPED[operator]) {
    const at = text.indexOf(operator, node.left.end);
    yield { start: at, end: at + operator.length, instead: SWAPPED[operator] };
  }
  if (type === "IfStatement")
    yield { start: test.start, end: test.end, instead: `!(${text.slice(test.start, test.end)})` };
  if (type === "ExpressionStatement" && !node.directive) yield { start, end, instead: ";" };
  if (type === "Literal" && typeof value === "number") yield { start, end, instead: String(value + 1) };
  if (type === "Literal" && typeof value === "boolean") yield { start, end, instead: String(!value) };
}

function listMutations(file) {
  const text = readFileSync(file, "utf8");
  const found = [];
  const visit = (node) => {
    if (node === null || typeof node !== "object" || /^(TS|Import)/.test(node.type ?? "")) return;
    if (!Array.isArray(node)) for (const one of mutateNode(node, text)) found.push({ file, ...one });
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, text).program);
  return found;
}

const listTests = (within) =>
  readdirSync(within, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => path.join(within, file));

/** The tests of the nearest folder that has any, up to the feature, and those of the whole service named after it. */
function listNearTests(file) {
  const name = file.split("/")[2]?.replace(/\.ts$/, "") ?? "";
  const ofService = listTests("test").filter((test) => path.basename(test).startsWith(name));
  for (let at = path.dirname(file); at.split("/").length >= 2; at = path.dirname(at))
    if (existsSync(at) && listTests(at).length > 0) return [...listTests(at), ...ofService];
  return ofService.length > 0 ? ofService : ["test/catalog.test.ts"];
}

async function isNoticed(command) {
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    ...command,
    "--run",
    "--project",
    "embedded",
    "--bail",
    "1",
  ];
  const child = spawn(process.execPath, vitest, { stdio: "ignore", timeout: MINUTES_MAX * 60_000 });
  return (await once(child, "exit"))[0] !== 0;
}

const files = execFileSync("git", ["ls-files", folder], { encoding: "utf8" })
  .trimEnd()
  .split("\n")
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|\/testing\/|\/data\//.test(file));
// Ending calls the exit handler, which restores the file.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
let noticed = 0;
for (let tried = 1; tried <= Number(count); tried++) {
  let options = [];
  while (options.length === 0) options = listMutations(pick(files));
  const { file, start, end, instead } = pick(options);
  const text = readFileSync(file, "utf8");
  const line = text.slice(0, start).split("\n").length;
  const restore = () => writeFileSync(file, text);
  process.once("exit", restore);
  let isFound;
  try {
    writeFileSync(file, text.slice(0, start) + instead + text.slice(end));
    isFound =
      (await isNoticed(["run", ...listNearTests(file)])) || (all && (await isNoticed(["related", file])));
  } finally {
    restore();
    process.off("exit", restore);
  }
  if (isFound) noticed++;
  const change = `${text.slice(start, end).replace(/\s+/g, " ").slice(0, 60)} → ${instead.replace(/\s+/g, " ").slice(0, 60)}`;
  console.log(`${isFound ? "noticed " : "UNNOTICED"} ${file}:${line}: ${change}`);
}
console.log(`${noticed} of ${count} noticed`);
