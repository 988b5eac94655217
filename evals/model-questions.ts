import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Nearness, ReportReader } from "../src/features/answers/index.ts";
import type { ReportDigester } from "./digested-reports.ts";
import type { GoldQuestion } from "./judge-question.ts";
import type { VectorCache } from "./passage-vectors.ts";
import { findReportFile } from "./retrieval.ts";
import { makeReader, readNumber, readPassages } from "./tatqa.ts";

export interface ModelQuestion {
  set: string;
  doc: string;
  question: string;
  gold: GoldQuestion;
}

/** One report and what is asked about it. */
export interface QuestionSource {
  reader: ReportReader;
  questions: ModelQuestion[];
  nearnessOf: (question: string) => Promise<Nearness | null>;
}

export interface SourceOptions {
  dataFolder: string;
  demoFolder: string;
  digester: ReportDigester;
  vectors: VectorCache;
  /** The name of the model that embeds pages and questions. */
  embedding: string;
  /** Questions of each set at most. */
  limit: number;
}

/** All question sets that are there, report by report. */
export async function* listSources(options: SourceOptions): AsyncGenerator<QuestionSource> {
  const { dataFolder, limit } = options;
  yield* fromReports(options, readAnalystQuestions(dataFolder).slice(0, limit));
  yield* fromReports(options, readFinanceBench(dataFolder).slice(0, limit));
  yield* fromTables(dataFolder, limit);
  yield* fromDemo(options);
}

async function* fromReports(
  { dataFolder, digester, vectors, embedding }: SourceOptions,
  questions: readonly ModelQuestion[],
): AsyncGenerator<QuestionSource> {
  for (const [doc, own] of Map.groupBy(questions, (question) => question.doc)) {
    const file = findReportFile(dataFolder, doc);
    if (file === undefined) continue;
    const report = await digester.digest(file);
    const texts = own.map(({ question }) => question);
    const found = await vectors.find(embedding, { ...report, name: doc }, texts);
    yield {
      reader: new ReportReader({ ...report, reportId: doc, names: [] }),
      questions: own,
      nearnessOf: (question) => {
        const vector = found?.questions.get(question);
        return Promise.resolve(found && vector ? new Nearness(found.passages, vector) : null);
      },
    };
  }
}

function readLines<Line>(file: string): Line[] {
  if (!existsSync(file)) return [];
  // The shape is the file's own.
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

const readAnalystQuestions = (folder: string): ModelQuestion[] =>
  readLines<GoldQuestion>(path.join(folder, "annual-reports", "questions.jsonl")).map((gold) => ({
    set: "Annual reports",
    doc: gold.doc,
    question: gold.question,
    gold,
  }));

interface FinanceBenchLine {
  doc_name: string;
  company: string;
  question: string;
  question_type: string;
  answer: string;
  evidence_pages_1based: number[];
}

const readFinanceBench = (folder: string): ModelQuestion[] =>
  readLines<FinanceBenchLine>(path.join(folder, "financebench", "questions.jsonl")).map((line) => {
    const value = /^[$-]*[\d,]+(?:\.\d+)?%?$/.test(line.answer.trim())
      ? Number(line.answer.replace(/[$,%]/g, ""))
      : null;
    const scale = /\b(thousand|million|billion)s?\b/i.exec(line.question)?.[1] ?? "";
    return {
      set: "FinanceBench",
      doc: line.doc_name,
      question: line.question,
      gold: {
        doc: line.doc_name,
        company: line.company,
        kind: value === null ? "summary" : "value",
        question: line.question,
        answer: value ?? line.answer,
        accept: [],
        unit: line.answer.includes("%") ? "%" : scale,
        pages: line.evidence_pages_1based,
        quote: "",
      },
    };
  });

function* fromTables(dataFolder: string, limit: number): Generator<QuestionSource> {
  const file = path.join(dataFolder, "tatqa", "tatqa_dev.json.gz");
  if (!existsSync(file)) return;
  let left = limit;
  for (const passage of readPassages(file)) {
    const questions = passage.questions.flatMap(({ question, answer, scale }) => {
      const value = typeof answer === "number" ? answer : readNumber(answer);
      if (value === null || left-- <= 0) return [];
      const unit = scale === "percent" ? "%" : scale;
      return valueQuestion("TAT-QA", passage.table.uid, { question, value, unit });
    });
    if (questions.length === 0) continue;
    yield { reader: makeReader(passage), questions, nearnessOf: () => Promise.resolve(null) };
  }
}

function valueQuestion(
  set: string,
  doc: string,
  { question, value, unit }: { question: string; value: number; unit: string },
): ModelQuestion {
  const gold = {
    doc,
    company: "",
    kind: "value",
    question,
    answer: value,
    accept: [],
    unit,
    pages: [],
    quote: "",
  };
  return { set, doc, question, gold };
}

interface DemoFigure {
  report_id: string;
  label: string;
  period: string;
  value: number | string;
  scale: string;
  source: string;
}

async function* fromDemo({ demoFolder, digester, limit }: SourceOptions): AsyncGenerator<QuestionSource> {
  const read = (name: string) => JSON.parse(readFileSync(path.join(demoFolder, name), "utf8"));
  // Both files are written by the demo's own scripts.
  const reports = read("reports.json") as {
    report_id: string;
    file: string;
    title: string;
    language: string;
  }[];
  const figures = read("figures.json") as DemoFigure[];
  let left = limit;
  for (const { report_id, file, title, language } of reports) {
    if (language !== "en") continue;
    const questions = figures.flatMap(({ label, period, value, scale, source, ...figure }) => {
      const isPlain = source === "table" && typeof value === "number" && /^\d{4}$/.test(period);
      if (figure.report_id !== report_id || !isPlain || left-- <= 0) return [];
      const question = `What was ${label} in ${period}?`;
      return valueQuestion("Demo reports", report_id, { question, value: Number(value), unit: scale });
    });
    if (questions.length === 0) continue;
    const report = await digester.digest(path.join(demoFolder, file));
    const reader = new ReportReader({ ...report, reportId: report_id, names: [title] });
    yield { reader, questions, nearnessOf: () => Promise.resolve(null) };
  }
}
