// Breaks one place of the program after the other and counts how many of the changes are noticed.
// `node bin/mutate.mjs [count] [seed] [folder]`; each change is tried on its near tests, then on those that import the
// file and those of the whole service whose names share most words with it, then on the compiler.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";

const [count = "30", seed = "1", folder = "src"] = process.argv.slice(2);
const MINUTES_MAX = 10;
const NEAR_MAX = 6;
const WIDER_MAX = 2;

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

const LIMIT =
  /(^|_|[a-z])(MAX|MIN|max|min|Max|Min|SECONDS|MILLISECONDS|MINUTES|HOURS|DAYS|BYTES|CHARACTERS|LETTERS|AT_ONCE|TICKS)$|PER_|^(limit|timeout|unref)$/;
const SIZE_MIN = 100;

/** Limits, waits and sizes of pages: nobody can observe that one is larger by one. */
function isLimit({ type, id, key, callee, init }) {
  const name = (id ?? key ?? callee?.property)?.name ?? "";
  const isSize = type === "VariableDeclarator" && /^[A-Z_]+$/.test(name) && init?.value >= SIZE_MIN;
  return isSize || (/^(VariableDeclarator|Property|CallExpression)$/.test(type) && LIMIT.test(name));
}

/** Types and imports change nothing when the program runs, and what an error says is not what it does. */
const isLeftOut = ({ type = "" }) =>
  /^(TS(?!AsExpression|SatisfiesExpression)|Import|ThrowStatement)/.test(type);

function listMutations(file) {
  const text = readFileSync(file, "utf8");
  const found = [];
  const visit = (node) => {
    if (node === null || typeof node !== "object" || isLeftOut(node)) return;
    if (!Array.isArray(node)) for (const one of mutateNode(node, text)) found.push({ file, ...one });
    const children = Object.values(node);
    for (const child of isLimit(node) ? children.filter((one) => typeof one?.value !== "number") : children)
      visit(child);
  };
  visit(parseSync(file, text).program);
  return found;
}

const listFiles = (...folders) =>
  execFileSync("git", ["ls-files", ...folders], { encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.(ts|tsx)$/.test(file));
const sources = listFiles("src", "test", "console", "demo", "bench");
const tests = sources.filter((file) => file.endsWith(".test.ts"));
const files = listFiles(folder).filter((file) => !/\.test\.ts$|\.d\.ts$|\/testing\/|\/data\//.test(file));

/** The tests of the nearest folder that has any, up to the feature. */
function listNearTests(file) {
  const room = /^src\/(features|platform|surfaces)\//.test(file) ? 3 : 2;
  for (let at = path.dirname(file); at.split("/").length >= room; at = path.dirname(at)) {
    const within = tests.filter((test) => test.startsWith(`${at}/`));
    if (within.length > 0) return rankByWords(within, file).slice(0, NEAR_MAX);
  }
  return [];
}

const importers = new Map();
for (const file of sources)
  for (const [, to] of readFileSync(file, "utf8").matchAll(/(?:from|import) "(\.[^"]+)"/g)) {
    const target = path.join(path.dirname(file), to);
    importers.set(target, [...(importers.get(target) ?? []), file]);
  }

/**
 * Tests that import the file directly or through one module and those of the whole service named like it; without any,
 * the one that calls every operation.
 */
function listWiderTests(file) {
  const direct = importers.get(file) ?? [];
  const reaching = new Set([...direct, ...direct.flatMap((one) => importers.get(one) ?? [])]);
  const byImport = rankByWords(
    [...reaching].filter((one) => tests.includes(one)),
    file,
  );
  const ofService = tests.filter((test) => path.dirname(test) === "test");
  const byName = rankByWords(ofService, file).filter((test) => countWords(test, file) > 0);
  const found = new Set([...byImport.slice(0, WIDER_MAX), ...byName.slice(0, WIDER_MAX)]);
  return found.size > 0 ? [...found] : ["test/catalog.test.ts"];
}

const rankByWords = (list, file) => list.toSorted((a, b) => countWords(b, file) - countWords(a, file));

/** How many words the name of a test shares with the path of a file or the operations of its feature. */
function countWords(test, file) {
  const words = new Set(listWords([file, ...listOperations(file)].join("/")));
  return listWords(path.basename(test, ".test.ts")).filter((word) => words.has(word)).length;
}

const listWords = (text) => (text.match(/[a-z]{4,}/g) ?? []).map((word) => word.replace(/s$/, ""));

/** The first words of the operations of a file's feature. */
const listOperations = (file) =>
  sources
    .filter((one) => one.endsWith("operations.ts") && one.startsWith(file.split("/").slice(0, 3).join("/")))
    .flatMap((one) => [...readFileSync(one, "utf8").matchAll(/\bid: "(\w+)\./g)].map(([, group]) => group));

async function fails(...command) {
  const child = spawn(process.execPath, command, { stdio: "ignore", timeout: MINUTES_MAX * 60_000 });
  return (await once(child, "exit"))[0] !== 0;
}

const failsTests = (list) =>
  list.length > 0 &&
  fails("node_modules/vitest/vitest.mjs", "run", ...list, "--project", "embedded", "--bail", "1");

/** Who notices the change that is in the file now. */
async function findWitness(file) {
  const near = listNearTests(file);
  if (await failsTests(near)) return "near tests";
  if (await failsTests(listWiderTests(file).filter((test) => !near.includes(test)))) return "wider tests";
  return (await failsToCompile()) ? "the compiler" : "NOBODY";
}

const failsToCompile = () => fails("node_modules/typescript/bin/tsc", "-p", "tsconfig.json");

// Ending calls the exit handler, which restores the file.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
if (await failsToCompile()) {
  console.error(
    "The unchanged program does not compile, so nothing could be told of the changes: run npm run types.",
  );
  process.exit(1);
}
const witnesses = [];
while (witnesses.length < Number(count)) {
  let options = [];
  while (options.length === 0) options = listMutations(pick(files));
  const { file, start, end, instead } = pick(options);
  const text = readFileSync(file, "utf8");
  const line = text.slice(0, start).split("\n").length;
  const restore = () => writeFileSync(file, text);
  process.once("exit", restore);
  try {
    writeFileSync(file, text.slice(0, start) + instead + text.slice(end));
    witnesses.push(await findWitness(file));
  } finally {
    restore();
    process.off("exit", restore);
  }
  const change = `${text.slice(start, end).replace(/\s+/g, " ").slice(0, 60)} → ${instead.replace(/\s+/g, " ").slice(0, 60)}`;
  console.log(`${witnesses.at(-1)}: ${file}:${line}: ${change}`);
}
for (const [witness, found] of Object.entries(Object.groupBy(witnesses, String)))
  console.log(`${found.length} of ${count} noticed by ${witness}`);
