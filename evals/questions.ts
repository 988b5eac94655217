import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Nearness, ReportReader } from "../src/features/answers/index.ts";
import type { DigestedReport, ReportDigester } from "./digested-reports.ts";
import { type GoldQuestion, type Judgement, judgeAnswer } from "./judge-question.ts";
import type { QuestionVectors } from "./passage-vectors.ts";
import type { ReadingCache } from "./readings.ts";

export interface QuestionOutcome extends GoldQuestion {
  part: (typeof PARTS)[number];
  given: string;
  judgement: Judgement;
  /** Position of the first proving page among the pages considered, 1 for the best. */
  rank: number | null;
  confidence: number;
  milliseconds: number;
}

/**
 * Parts by document. The reader was built on the seen half, then judged on the other; the six reports of `later` were
 * opened after that. What holds only on reports that were looked at is not knowledge.
 */
const PARTS = ["seen", "later", "seen", "unseen"] as const;

function partOf(doc: string): (typeof PARTS)[number] {
  return PARTS[(createHash("sha256").update(doc).digest()[1] ?? 0) % PARTS.length] ?? "unseen";
}

export interface QuestionOptions {
  only: "all" | "seen";
  /** The vectors of a report and of its questions; null to rank pages by words. */
  findVectors: (
    report: DigestedReport & { name: string },
    questions: readonly string[],
  ) => Promise<QuestionVectors | null>;
  readings: ReadingCache;
}

/** Asks every question over the annual reports, report by report. */
export async function runQuestions(
  dataFolder: string,
  digester: ReportDigester,
  { only, findVectors, readings }: QuestionOptions,
): Promise<QuestionOutcome[]> {
  const folder = path.join(dataFolder, "annual-reports");
  const questions = readFileSync(path.join(folder, "questions.jsonl"), "utf8")
    .trim()
    .split("\n")
    // The shape is the file's own.
    .map((line) => JSON.parse(line) as GoldQuestion);
  const outcomes: QuestionOutcome[] = [];
  for (const [doc, own] of Map.groupBy(questions, (question) => question.doc)) {
    if (only === "seen" && partOf(doc) === "unseen") continue;
    const file = [path.join(folder, "pdfs"), path.join(dataFolder, "financebench", "pdfs")]
      .map((place) => path.join(place, `${doc}.pdf`))
      .find(existsSync);
    if (!file) continue;
    const report = await digester.digest(file);
    const vectors = await findVectors(
      { ...report, name: doc },
      own.map(({ question }) => question),
    );
    const reader = new ReportReader({ ...report, reportId: doc, names: [] });
    // The first question opens what later ones share.
    reader.ask("What was the revenue?");
    for (const question of own) outcomes.push(await ask({ reader, report, readings }, question, vectors));
  }
  return outcomes;
}

async function ask(
  { reader, report, readings }: { reader: ReportReader; report: DigestedReport; readings: ReadingCache },
  question: GoldQuestion,
  vectors: QuestionVectors | null,
): Promise<QuestionOutcome> {
  const vector = vectors?.questions.get(question.question);
  const nearness = vectors && vector ? new Nearness(vectors.passages, vector) : null;
  const read = await readings.findFor(reader, question.question, nearness, report);
  const startedAt = performance.now();
  const answer = reader.ask(question.question, nearness, read);
  const milliseconds = performance.now() - startedAt;
  const rank = answer.pagesConsidered.findIndex((page) => question.pages.includes(page));
  return {
    ...question,
    part: partOf(question.doc),
    given: answer.text,
    judgement: judgeAnswer(question, answer),
    rank: rank < 0 ? null : rank + 1,
    confidence: answer.confidence,
    milliseconds,
  };
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : (part / whole).toFixed(2);
}

function line(name: string, outcomes: readonly QuestionOutcome[]) {
  const count = (judgement: Judgement) => outcomes.filter((one) => one.judgement === judgement).length;
  const there = outcomes.filter(({ kind }) => kind !== "not_there");
  const within = (most: number) => there.filter(({ rank }) => rank !== null && rank <= most).length;
  return {
    questions: name,
    count: outcomes.length,
    right: share(count("right"), outcomes.length),
    partly: share(count("partly"), outcomes.length),
    wrong: share(count("wrong"), outcomes.length),
    refused: share(count("refused"), outcomes.length),
    "page@1": share(within(1), there.length),
    "@5": share(within(5), there.length),
    "@10": share(within(10), there.length),
  };
}

const TITLES = { seen: "seen half", later: "opened later", unseen: "unseen" };

export function reportQuestions(outcomes: readonly QuestionOutcome[], misses: boolean): void {
  for (const part of new Set(PARTS)) {
    const own = outcomes.filter((one) => one.part === part);
    if (own.length === 0) continue;
    console.log(`\nAnnual reports, ${TITLES[part]}; of "not there" a refusal is right`);
    const kinds = Map.groupBy(own, ({ kind }) => kind);
    console.table([
      line(
        "answerable",
        own.filter(({ kind }) => kind !== "not_there"),
      ),
      ...[...kinds].map(([kind, list]) => line(kind, list)),
    ]);
    // Single answers of the unseen part are never printed.
    if (!misses || part === "unseen") continue;
    for (const one of own) {
      if (one.judgement === "right") continue;
      const gold = `${one.answer} ${one.unit ?? ""} [${one.pages.join(", ")}] ${one.quote}`;
      console.log(
        `\n[${one.kind}, ${one.judgement}, rank ${one.rank}] ${one.question}\n  gold: ${gold.slice(0, 260)}\n  given: ${one.given.slice(0, 400)}`,
      );
    }
  }
  const times = outcomes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  console.log(`a warm answer takes ${times[Math.floor(times.length / 2)]?.toFixed(1)} ms (median)`);
}
