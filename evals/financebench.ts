import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ReportReader } from "../src/features/answers/index.ts";
import { type ClaimCheck, checkClaims } from "./check-claims.ts";
import type { ReportDigester } from "./digested-reports.ts";
import { halfOf } from "./halves.ts";
import { askForRefusals, type Refusal } from "./refusals.ts";
import { askInOtherWords, type Rephrasing } from "./rephrased.ts";

export interface BenchQuestion {
  doc_name: string;
  company: string;
  /** Null where the report is not there. */
  pdf: string | null;
  question: string;
  answer: string;
  question_type: string;
  evidence_pages_1based: number[];
}

export interface Outcome {
  document: string;
  half: "even" | "odd";
  type: string;
  question: string;
  /** Position of the first page with evidence, 1 for the best; null when not among the first ten. */
  rank: number | null;
  figure: "right" | "wrong" | "refused" | null;
  expected: string;
  answer: string;
  confidence: number;
  claims: ClaimCheck;
  milliseconds: number;
}

export interface BenchResult {
  outcomes: Outcome[];
  refusals: Refusal[];
  rephrasings: Rephrasing[];
}

const FOREIGN_QUESTIONS = 2;

/** Asks every question whose report is there, report by report; then what it cannot know, and the same otherwise. */
export async function runFinanceBench(folder: string, digester: ReportDigester): Promise<BenchResult> {
  const questions = readFileSync(path.join(folder, "questions.jsonl"), "utf8")
    .trim()
    .split("\n")
    // The shape is the file's own; a missing field would show as a question that is never answered.
    .map((line) => JSON.parse(line) as BenchQuestion)
    .filter((question) => question.pdf !== null && existsSync(path.join(folder, question.pdf)));
  const metrics = questions.filter(({ question_type }) => question_type === "metrics-generated");
  const result: BenchResult = { outcomes: [], refusals: [], rephrasings: [] };
  const documents = Map.groupBy(questions, ({ doc_name }) => doc_name);
  for (const [at, [document, own]] of [...documents].sort().entries()) {
    const [{ pdf, company } = { pdf: null, company: "" }] = own;
    const report = await digester.digest(path.join(folder, pdf ?? ""));
    const reader = new ReportReader({ ...report, reportId: document, names: [] });
    result.outcomes.push(...own.map((question) => ask(reader, question)));
    const others = metrics.filter((question) => question.company !== company);
    const foreign = Array.from({ length: FOREIGN_QUESTIONS }, (_, next) => {
      return others[(at * FOREIGN_QUESTIONS + next) % others.length]?.question ?? "";
    });
    result.refusals.push(...askForRefusals({ document, company, reader, foreign }));
    if (ANNUAL.test(document)) result.rephrasings.push(...askInOtherWords(reader, { document, company }));
  }
  return result;
}

/** Only an annual report has the figures of a whole year. */
const ANNUAL = /10-?K|annual/i;

function ask(reader: ReportReader, question: BenchQuestion): Outcome {
  const startedAt = performance.now();
  const answer = reader.ask(question.question);
  const milliseconds = performance.now() - startedAt;
  const rank = answer.pagesConsidered.findIndex((page) => question.evidence_pages_1based.includes(page));
  const metric = question.question_type === "metrics-generated";
  return {
    document: question.doc_name,
    half: halfOf(question.doc_name),
    type: question.question_type,
    question: question.question,
    rank: rank < 0 ? null : rank + 1,
    figure: metric ? judgeFigure(question.answer, answer.figure?.value ?? null) : null,
    expected: question.answer,
    answer: answer.text,
    confidence: answer.confidence,
    claims: checkClaims(reader.report, answer, question.question),
    milliseconds,
  };
}

/** Right when it equals the expected figure at the decimals that figure really has: "$8.70" is one decimal. */
export function judgeFigure(expected: string, value: number | null): "right" | "wrong" | "refused" {
  if (value === null) return "refused";
  const digits = expected.replace(/[$%,\s]/g, "");
  const decimals = (digits.split(".")[1] ?? "").replace(/0+$/, "").length;
  const rounded = Number(value.toFixed(decimals));
  return Math.abs(rounded - Number(digits)) < 10 ** -(decimals + 6) ? "right" : "wrong";
}
