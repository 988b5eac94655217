/** Prints how large the product is: lines of code and data, file sizes, function lengths. Tests are not counted. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";

const PRODUCT = ["src", "console"];
const TEXT = /\.(ts|tsx|css|html|json|csv|txt|sql)$/;
const TEST = /(\.test\.tsx?$|\/testing\/)/;

const files = execFileSync("git", ["ls-files", ...PRODUCT], { encoding: "utf8" })
  .trimEnd()
  .split("\n")
  .filter((file) => TEXT.test(file) && !TEST.test(file));
const texts = files.map((file) => ({ file, text: readFileSync(file, "utf8") }));

const lengths = texts.map(({ text }) => text.split("\n").length - 1).toSorted((a, b) => a - b);
const functions = texts
  .filter(({ file }) => /\.tsx?$/.test(file))
  .flatMap(({ file, text }) => functionLengths(file, text))
  .toSorted((a, b) => a - b);

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const longest = texts.toSorted((a, b) => b.text.split("\n").length - a.text.split("\n").length)[0];
const rows = {
  lines: lengths.reduce((sum, length) => sum + length, 0),
  files: files.length,
  "median file": at(lengths, 0.5),
  "longest file": `${at(lengths, 1)} (${longest.file})`,
  functions: functions.length,
  "function p90": at(functions, 0.9),
  "longest function": at(functions, 1),
  "longest line": texts
    .flatMap(({ text }) => text.split("\n"))
    .reduce((longest, { length }) => Math.max(longest, length), 0),
};
for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(18)}${value}`);

function functionLengths(file, text) {
  const lengths = [];
  const visit = (node) => {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach(visit);
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) && node.body)
      lengths.push(text.slice(node.start, node.end).split("\n").length);
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, text).program);
  return lengths;
}
