import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ReportReader } from "../src/features/answers/index.ts";
import { Nearness } from "../src/features/answers/retrieval/nearness.ts";
import type { ReportDigester } from "./digested-reports.ts";
import { type BenchQuestion, judgeFigure } from "./financebench.ts";
import type { Judgement } from "./judge-question.ts";
import type { QuestionOptions } from "./questions.ts";

/** What an answer must have, by the hash of its question; parts are regular expressions. */
interface KeyEntry {
  /** The answer starts with this word. */
  verdict?: "yes" | "no";
  starts?: string;
  /** All of these are in the answer. */
  says?: string[];
}

export interface BenchJudgement {
  type: string;
  question: string;
  judgement: Judgement;
  expected: string;
  given: string;
  confidence: number;
}

/** Every question of FinanceBench, also those that ask for no figure, as the service answers it: with vectors. */
export async function judgeFinanceBench(
  dataFolder: string,
  digester: ReportDigester,
  { findVectors, readings }: Pick<QuestionOptions, "findVectors" | "readings">,
): Promise<BenchJudgement[]> {
  const folder = path.join(dataFolder, "financebench");
  const file = path.join(import.meta.dirname, "financebench-key.json");
  const key = JSON.parse(readFileSync(file, "utf8")) as Record<string, KeyEntry>;
  const questions = readFileSync(path.join(folder, "questions.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as BenchQuestion)
    .filter(({ pdf }) => pdf !== null && existsSync(path.join(folder, pdf)));
  const found: BenchJudgement[] = [];
  for (const [name, own] of Map.groupBy(questions, ({ doc_name }) => doc_name)) {
    const report = await digester.digest(path.join(folder, own[0]?.pdf ?? ""));
    const texts = own.map(({ question }) => question);
    const vectors = await findVectors({ ...report, name }, texts);
    const reader = new ReportReader({ ...report, reportId: name, names: [] });
    for (const { question, question_type: type, answer: expected } of own) {
      const vector = vectors?.questions.get(question);
      const nearness = vectors && vector ? new Nearness(vectors.passages, vector) : null;
      const read = await readings.findFor(reader, question, nearness, report);
      const answer = reader.ask(question, nearness, read);
      const entry = key[createHash("sha256").update(question).digest("hex").slice(0, 10)];
      const judgement = entry
        ? judgeText(entry, answer.text, answer.kind === "not_found")
        : judgeFigure(expected, answer.figure?.value ?? null);
      found.push({ type, question, judgement, expected, given: answer.text, confidence: answer.confidence });
    }
  }
  return found;
}

/** Figures that are only said to be what the question is about claim to answer nothing. */
const NO_CLAIM = /^Figures the question is about:/;

function judgeText({ verdict, starts, says = [] }: KeyEntry, text: string, isRefusal: boolean): Judgement {
  if (isRefusal || NO_CLAIM.test(text)) return "refused";
  const opening = verdict ?? starts;
  const isOpened = opening === undefined || new RegExp(`^(?:${opening})\\b`, "i").test(text);
  const had = says.filter((part) => new RegExp(part, "is").test(text)).length;
  if (isOpened && had === says.length) return "right";
  // The movement without its reason, or the sentence without the verdict.
  const isStatement = opening === undefined || !/^(?:yes|no)\b/i.test(text);
  return had > 0 || (isStatement && /^[^:]{3,60} (?:change|growth),/.test(text)) ? "partly" : "wrong";
}

export function reportFinanceBench(found: readonly BenchJudgement[], misses: boolean): void {
  console.log("\nFinanceBench, every question of the open half (seen), with vectors");
  const groups = [["all", found] as const, ...Map.groupBy(found, ({ type }) => type)];
  console.table(
    groups.map(([questions, some]) => {
      const share = (judgement: Judgement) =>
        (some.filter((one) => one.judgement === judgement).length / some.length).toFixed(2);
      return {
        questions,
        count: some.length,
        right: share("right"),
        partly: share("partly"),
        wrong: share("wrong"),
        refused: share("refused"),
      };
    }),
  );
  for (const { question, judgement, expected, given, confidence } of misses ? found : [])
    if (judgement !== "right")
      console.log(
        `\n[${judgement}, ${confidence}] ${question}\n  gold: ${expected.slice(0, 260)}\n  given: ${given.slice(0, 400)}`,
      );
}
