import type { ReportReader } from "../src/features/answers/index.ts";
import { halfOf } from "./halves.ts";

export interface Refusal {
  kind: "other company" | "year not covered" | "unknown subject";
  half: "even" | "odd";
  question: string;
  refused: boolean;
  answer: string;
}

export interface SelectedReport {
  document: string;
  company: string;
  reader: ReportReader;
  /** Questions for a figure of another company's report. */
  foreign: readonly string[];
}

const YEARS_BEFORE = 15;
const FIGURES = ["total revenue", "net income", "capital expenditure", "total assets"];
/** Things no company reports, so that any figure given for them is made up. */
const SUBJECTS = ["revenue from lunar mining", "number of unicorns employed", "dragon insurance expense"];

/** Asks what the report cannot know; a figure given to any of these is a guess. */
export function askForRefusals({ document, company, reader, foreign }: SelectedReport): Refusal[] {
  const year = Number(/(?:19|20)\d\d/.exec(document)?.[0] ?? 2020);
  const questions: [Refusal["kind"], string][] = [
    ...foreign.map((question): [Refusal["kind"], string] => ["other company", question]),
    ...FIGURES.map((figure): [Refusal["kind"], string] => [
      "year not covered",
      `What was the FY${year - YEARS_BEFORE} ${figure} of ${company}?`,
    ]),
    ...SUBJECTS.map((subject): [Refusal["kind"], string] => [
      "unknown subject",
      `What is the ${subject} of ${company} for FY${year}?`,
    ]),
  ];
  return questions.map(([kind, question]) => {
    const answer = reader.ask(question);
    return { kind, half: halfOf(document), question, refused: answer.figure === null, answer: answer.text };
  });
}
