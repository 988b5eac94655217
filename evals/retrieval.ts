import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Nearness, type Readings, ReportReader } from "../src/features/answers/index.ts";
import { openLocalModels } from "../src/platform/models/index.ts";
import type { DigestedReport, ReportDigester } from "./digested-reports.ts";
import { type QuestionVectors, VectorCache } from "./passage-vectors.ts";
import { ReadingCache } from "./readings.ts";

interface Question {
  set: "FinanceBench" | "Annual reports";
  kind: string;
  report: string;
  question: string;
  pages: number[];
}

/** Where the first page with evidence is in a ranking: 1 for the best, null when it is not there. */
export interface RetrievalOutcome extends Omit<Question, "pages"> {
  variant: string;
  rank: number | null;
}

/** Weights that have seen no company they are measured on; their vectors are stored, the weights are not. */
const FOLDS = "folds";
const VARIANTS = ["words", "vectors", "hybrid", "read", "answer"] as const;

/** Ranks the pages of every report for every question with a known page, in several ways. */
export async function runRetrieval(
  dataFolder: string,
  digester: ReportDigester,
  models: readonly string[],
): Promise<RetrievalOutcome[]> {
  const questions = readRetrievalQuestions(dataFolder);
  const { embedder, close } = openLocalModels({ threads: 1 });
  const cache = new VectorCache(embedder);
  const readings = new ReadingCache();
  const outcomes: RetrievalOutcome[] = [];
  for (const [name, own] of [...Map.groupBy(questions, ({ report }) => report)].sort()) {
    const file = findReportFile(dataFolder, name);
    if (file === undefined) continue;
    const report = await digester.digest(file);
    const reader = new ReportReader({ ...report, reportId: name, names: [] });
    outcomes.push(...(await rankAll({ reader, report, readings }, own, "no model", null)));
    for (const model of [FOLDS, ...models]) {
      const texts = own.map(({ question }) => question);
      const vectors = await cache.find(model, { ...report, name }, texts);
      if (vectors) outcomes.push(...(await rankAll({ reader, report, readings }, own, model, vectors)));
    }
  }
  await Promise.all([close(), readings.close()]);
  return outcomes;
}

export const readRetrievalQuestions = (dataFolder: string): Question[] => [
  ...readFinanceBench(dataFolder),
  ...readAnnualReports(dataFolder),
];

export const findReportFile = (dataFolder: string, name: string): string | undefined =>
  ["financebench", "annual-reports"]
    .map((folder) => path.join(dataFolder, folder, "pdfs", `${name}.pdf`))
    .find(existsSync);

interface Ranked {
  reader: ReportReader;
  report: DigestedReport;
  readings: ReadingCache;
}

async function rankAll(
  { reader, report, readings }: Ranked,
  questions: readonly Question[],
  model: string,
  vectors: QuestionVectors | null,
): Promise<RetrievalOutcome[]> {
  const found: RetrievalOutcome[] = [];
  for (const { pages, ...question } of questions) {
    const asked = vectors?.questions.get(question.question);
    if (vectors && !asked) continue;
    const nearness = vectors && asked ? new Nearness(vectors.passages, asked) : null;
    const read = await readings.findFor(reader, question.question, nearness, report);
    for (const variant of VARIANTS) {
      const ranked = rank(reader, question.question, { variant, nearness, read });
      if (ranked === null) continue;
      const place = ranked.findIndex((page) => pages.includes(page));
      found.push({ ...question, variant: `${model}: ${variant}`, rank: place < 0 ? null : place + 1 });
    }
  }
  return found;
}

interface Ranking {
  variant: (typeof VARIANTS)[number];
  nearness: Nearness | null;
  read: Readings | null;
}

/** Null where a variant needs vectors and there are none, or does without them. */
function rank(reader: ReportReader, question: string, { variant, nearness, read }: Ranking): number[] | null {
  switch (variant) {
    case "words":
      return nearness ? null : reader.rankPages(question, null);
    case "vectors":
      return nearness && [...nearness.pages].sort(([, a], [, b]) => b - a).map(([page]) => page);
    case "hybrid":
      return nearness && reader.rankPages(question, nearness);
    case "read":
      return nearness && reader.rankPages(question, nearness, read);
    case "answer":
      return reader.ask(question, nearness, read).pagesConsidered;
  }
}

function readLines<Line>(file: string): Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trim().split("\n");
  // The shape is the file's own; a missing field would show as a question that is never answered.
  return lines.map((line) => JSON.parse(line) as Line);
}

interface FinanceBenchLine {
  doc_name: string;
  question: string;
  question_type: string;
  evidence_pages_1based: number[];
}

function readFinanceBench(folder: string): Question[] {
  return readLines<FinanceBenchLine>(path.join(folder, "financebench", "questions.jsonl")).map((line) => ({
    set: "FinanceBench",
    kind: line.question_type,
    report: line.doc_name,
    question: line.question,
    pages: line.evidence_pages_1based,
  }));
}

interface AnnualReportLine {
  doc: string;
  kind: string;
  question: string;
  pages: number[] | null;
}

function readAnnualReports(folder: string): Question[] {
  return readLines<AnnualReportLine>(path.join(folder, "annual-reports", "questions.jsonl")).flatMap(
    (line) =>
      line.pages?.length
        ? { set: "Annual reports" as const, ...line, report: line.doc, pages: line.pages }
        : [],
  );
}
