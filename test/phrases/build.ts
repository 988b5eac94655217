/**
 * Writes the hashes of the runs of words that are peculiar to the evaluation questions: found in one or two of them, and
 * in the reports of fewer than three companies. `node test/phrases/build.ts <data folder>`
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { listNGrams } from "./n-grams.ts";

const QUESTIONS_MAX = 2;
const COMPANIES_MIN = 3;
const PAGES_MAX = 150;
const folder = process.argv[2] ?? "../shared/data";
const at = (...names: string[]) => path.join(folder, ...names);

interface Passages {
  questions: { question: string }[];
  paragraphs: { text: string }[];
  table: { table: string[][] };
}

function readLines(file: string): { question?: string; keywords?: string }[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

const tatqa = JSON.parse(gunzipSync(readFileSync(at("tatqa", "tatqa_dev.json.gz"))).toString()) as Passages[];
const questions = [
  ...readLines(at("financebench", "questions.jsonl")),
  ...readLines(at("annual-reports", "questions.jsonl")),
  ...readLines(at("annual-reports", "chat-questions.jsonl")),
  ...readLines(at("news", "queries.jsonl")),
  ...tatqa.flatMap((passage) => passage.questions),
].map((line) => ("question" in line ? line.question : "keywords" in line ? line.keywords : "") ?? "");

const counts = new Map<number, number>();
for (const question of new Set(questions))
  for (const hash of listNGrams(question)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
const companiesOf = new Map<number, Set<string>>();
for (const [hash, count] of counts) if (count <= QUESTIONS_MAX) companiesOf.set(hash, new Set());

function addNeutral(company: string, text: string): void {
  for (const hash of listNGrams(text)) companiesOf.get(hash)?.add(company);
}

for (const [index, { paragraphs, table }] of tatqa.entries())
  addNeutral(`tatqa ${index}`, [...paragraphs.map(({ text }) => text), ...table.table.flat()].join("\n"));
for (const file of readdirSync("docs").filter((name) => name.endsWith(".md")))
  addNeutral("docs", readFileSync(path.join("docs", file), "utf8"));
for (const source of ["financebench", "annual-reports"])
  for (const file of readdirSync(at(source, "pdfs")).filter((name) => name.endsWith(".pdf"))) {
    const company = source === "financebench" ? (file.split("_")[0] ?? file) : file;
    addNeutral(company, await readText(at(source, "pdfs", file)));
  }
for (const file of existsSync("demo/fictional/reports") ? readdirSync("demo/fictional/reports") : [])
  if (file.endsWith(".pdf")) addNeutral(file, await readText(path.join("demo/fictional/reports", file)));

async function readText(file: string): Promise<string> {
  const task = getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 });
  try {
    const pdf = await task.promise;
    const texts: string[] = [];
    for (let number = 1; number <= Math.min(pdf.numPages, PAGES_MAX); number++) {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      texts.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
    }
    return texts.join("\n");
  } catch (error) {
    console.log(`${file}: ${String(error)}`);
    return "";
  } finally {
    await task.destroy();
  }
}

const peculiar = [...companiesOf].filter(([, companies]) => companies.size < COMPANIES_MIN);
const hashes = Uint32Array.from(peculiar.map(([hash]) => hash)).sort();
writeFileSync("test/phrases/peculiar.bin", new Uint8Array(hashes.buffer));
console.log(`${questions.length} questions, ${counts.size} runs of words, ${hashes.length} of them peculiar`);
