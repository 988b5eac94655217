import { readdirSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { hashWords, readWords, WORDS_MAX, WORDS_MIN } from "./n-grams.ts";

const bytes = readFileSync("test/phrases/peculiar.bin");
const peculiar = new Set(new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4));

const WORD_LIST =
  /(\/data\/[^/]+|reference\/figures\/[^/]+|\/[^/]*(words|vocabulary|grammar|meanings|concepts|labels|sections|measures|phrases)[^/]*)\.ts$/;
const files = readdirSync("src/features", { recursive: true, encoding: "utf8" })
  .map((file) => `src/features/${file}`)
  .filter((file) => WORD_LIST.test(file) && !file.includes(".test.") && !file.includes("/testing/"));

/** Terms that any textbook defines or any reader would use, though few of the compared reports print them. */
const ORDINARY = new Set([
  "amortization and depreciation",
  "asset turnover",
  "asset turnover ratio",
  "break fee",
  "cash conversion cycle",
  "come down",
  "current deferred revenue",
  "customer concentration",
  "days payable outstanding",
  "earnings before interest and taxes",
  "equity accounted",
  "fixed asset turnover",
  "fixed asset turnover ratio",
  "income before income tax expense",
  "interest coverage ratio",
  "largest customer",
  "net income attributable to shareholders",
  "non current liability",
  "operating earnings",
  "operating income margin",
  "pension deficit",
  "pp&e",
  "pre-tax profit",
  "profit before taxation",
  "reduction in force",
  "retention ratio",
  "sg&a expense",
  "total cost of goods sold",
  "working capital ratio",
]);
const QUESTION_OPENER = /^what is the /;
/** Identifiers and formulas of the program. */
const IS_CODE = /_| [-+*/] /;

/** The texts and patterns of a program; a phrase ends where a list or an alternative does. */
function listPhrases(file: string): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    const { type, value, regex } = node as {
      type?: string;
      value?: unknown;
      regex?: { pattern: string };
    };
    if (type === "ImportDeclaration") return;
    if (regex) texts.push(regex.pattern.replace(/\\[a-z]/g, " "));
    else if (type === "Literal" && typeof value === "string") texts.push(value);
    else if (type === "TemplateElement") texts.push((value as { cooked: string }).cooked);
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, readFileSync(file, "utf8")).program);
  return texts
    .flatMap((text) => text.split(/[\n,;|()=>[\]{}:]+/))
    .map((phrase) => phrase.trim().toLowerCase().replace(QUESTION_OPENER, ""))
    .filter((phrase) => !IS_CODE.test(` ${phrase} `));
}

/** Whether the phrase, or any run of its words when it is long, is found in one or two questions and hardly elsewhere. */
function isPeculiar(phrase: string): boolean {
  const words = readWords(phrase);
  if (words.length < WORDS_MIN) return false;
  if (words.length <= WORDS_MAX) return peculiar.has(hashWords(words));
  return words.some(
    (_, start) =>
      start + WORDS_MAX <= words.length && peculiar.has(hashWords(words.slice(start, start + WORDS_MAX))),
  );
}

describe("the word lists", () => {
  it("contain no phrase that occurs in one or two evaluation questions and hardly elsewhere", () => {
    expect(files.length).toBeGreaterThan(10);
    const found = files.flatMap((file) =>
      listPhrases(file)
        .filter((phrase) => isPeculiar(phrase) && !ORDINARY.has(phrase))
        .map((phrase) => `${file}: ${phrase}`),
    );
    expect(found).toEqual([]);
  });

  it("need no exception that is not used", () => {
    const phrases = new Set(files.flatMap(listPhrases).filter(isPeculiar));
    expect([...ORDINARY].filter((phrase) => !phrases.has(phrase))).toEqual([]);
  });

  it("are compared with hashes of more than ten thousand runs of words", () => {
    expect(peculiar.size).toBeGreaterThan(10_000);
  });
});
