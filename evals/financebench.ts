import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ReportReader } from "../src/features/answers/index.ts";
import { type ClaimCheck, checkClaims } from "./check-claims.ts";
import type { ReportDigester } from "./digested-reports.ts";

interface Question {
  doc_name: string;
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

/** Asks every question whose report is there, in the order of reports so that each is opened once. */
export async function runFinanceBench(folder: string, digester: ReportDigester): Promise<Outcome[]> {
  const questions = readFileSync(path.join(folder, "questions.jsonl"), "utf8")
    .trim()
    .split("\n")
    // The shape is the file's own; a missing field would show as a question nobody answers.
    .map((line) => JSON.parse(line) as Question)
    .filter((question) => question.pdf !== null && existsSync(path.join(folder, question.pdf)))
    .sort((a, b) => a.doc_name.localeCompare(b.doc_name));
  const outcomes: Outcome[] = [];
  let open: { document: string; reader: ReportReader } | undefined;
  for (const question of questions) {
    if (open?.document !== question.doc_name) {
      const report = await digester.digest(path.join(folder, question.pdf ?? ""));
      open = {
        document: question.doc_name,
        reader: new ReportReader({ ...report, reportId: question.doc_name, names: [] }),
      };
    }
    outcomes.push(ask(open.reader, question));
  }
  return outcomes;
}

function ask(reader: ReportReader, question: Question): Outcome {
  const startedAt = performance.now();
  const answer = reader.ask(question.question);
  const milliseconds = performance.now() - startedAt;
  const rank = answer.pages.findIndex((page) => question.evidence_pages_1based.includes(page));
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
    claims: checkClaims(reader.report, answer),
    milliseconds,
  };
}

/** Two halves by document: what holds only on the half that was looked at is not knowledge. */
export function halfOf(document: string): "even" | "odd" {
  const byte = createHash("sha256").update(document).digest()[0] ?? 0;
  return byte % 2 === 0 ? "even" : "odd";
}

/** Right when it equals the expected figure at the decimals that figure really has: "$8.70" is one decimal. */
function judgeFigure(expected: string, value: number | null): "right" | "wrong" | "refused" {
  if (value === null) return "refused";
  const digits = expected.replace(/[$%,\s]/g, "");
  const decimals = (digits.split(".")[1] ?? "").replace(/0+$/, "").length;
  const rounded = Number(value.toFixed(decimals));
  return Math.abs(rounded - Number(digits)) < 10 ** -(decimals + 6) ? "right" : "wrong";
}
