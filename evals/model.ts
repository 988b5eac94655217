import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Nearness, ReportReader } from "../src/features/answers/index.ts";
import { writeAnswer } from "../src/features/answers/writing/write-answer.ts";
import { type LanguageModel, openLanguageModel } from "../src/platform/models/index.ts";
import { type Judgement, judgeAnswer } from "./judge-question.ts";
import type { ModelQuestion, QuestionSource } from "./model-questions.ts";

/** One answer of a model through the whole path: context, tools, verification, fallback. */
export interface ModelOutcome {
  model: string;
  set: string;
  doc: string;
  question: string;
  judgement: Judgement;
  /** Why the built-in reader's answer was returned; null when the model's was. */
  fallback: string | null;
  withheld: number;
  tokens: number;
  seconds: number;
  given: string;
}

const PROVIDERS = ["openai-compatible", "anthropic", "google"] as const;
const SETTINGS = { secondsMax: 300, tokensMax: 2_000, tokensPerDay: 1_000_000_000 };

/** `provider:name`; the URL and the key are those of the service's own settings. */
export async function openNamedModel(name: string, contextTokensMax: number): Promise<LanguageModel> {
  const at = name.indexOf(":");
  const provider = PROVIDERS.find((one) => one === name.slice(0, at));
  if (!provider)
    throw new Error(`--model: expected ${PROVIDERS.join(", ")}, then a colon and the model's name`);
  return openLanguageModel({
    ...SETTINGS,
    provider,
    model: name.slice(at + 1),
    url: process.env["FLORIN_LANGUAGE_MODEL_URL"],
    apiKey: process.env["FLORIN_LANGUAGE_MODEL_API_KEY"],
    contextTokensMax,
  });
}

/** After this many questions in a row that the provider did not answer, its breaker would answer the rest. */
const UNANSWERED_MAX = 4;

/** Asks every question that has no answer in the file yet, so that a stopped run continues. */
export async function runModel(
  model: LanguageModel,
  sources: AsyncIterable<QuestionSource>,
  file: string,
): Promise<ModelOutcome[]> {
  const kept = readOutcomes(file).filter((one) => one.model === model.name && !isUnanswered(one));
  const outcomes = [...new Map(kept.map((one) => [keyOf(one), one])).values()];
  const done = new Set(outcomes.map(keyOf));
  let unanswered = 0;
  for await (const { reader, questions, nearnessOf } of sources) {
    for (const question of questions) {
      if (done.has(keyOf({ ...question, model: model.name }))) continue;
      const outcome = await ask(model, reader, {
        ...question,
        nearness: await nearnessOf(question.question),
      });
      unanswered = isUnanswered(outcome) ? unanswered + 1 : 0;
      if (unanswered > UNANSWERED_MAX)
        throw new Error(`${model.name} does not answer; run it again when it does, and it continues`);
      // A line that was cut off when a run was stopped must not run into this one.
      appendFileSync(file, `\n${JSON.stringify(outcome)}\n`);
      outcomes.push(outcome);
    }
  }
  return outcomes;
}

/** The provider failed, which says nothing about the model. */
const isUnanswered = ({ fallback }: ModelOutcome) => fallback === "language model: unavailable";

const keyOf = ({ model, set, doc, question }: Pick<ModelOutcome, "model" | "set" | "doc" | "question">) =>
  JSON.stringify([model, set, doc, question]);

function readOutcomes(file: string): ModelOutcome[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.flatMap((line) => parse(line) ?? []);
}

/** Written by `runModel`; what was cut off when the run was stopped is asked again. */
function parse(line: string): ModelOutcome | null {
  try {
    return JSON.parse(line) as ModelOutcome;
  } catch {
    return null;
  }
}

async function ask(
  model: LanguageModel,
  reader: ReportReader,
  { set, doc, question, gold, nearness }: ModelQuestion & { nearness: Nearness | null },
): Promise<ModelOutcome> {
  const startedAt = performance.now();
  const own = reader.ask(question, nearness);
  const { signal } = new AbortController();
  const written = await writeAnswer(model, reader, { question, own, nearness, signal });
  return {
    model: model.name,
    set,
    doc,
    question,
    judgement: judgeAnswer(gold, written.answer),
    fallback: written.fallback,
    withheld: written.withheld,
    tokens: written.tokens,
    seconds: (performance.now() - startedAt) / 1_000,
    given: written.answer.text,
  };
}

/** A Markdown table by set; `price` is of a million tokens. */
function tabulate(outcomes: readonly ModelOutcome[], price: number): string {
  const groups: [string, readonly ModelOutcome[]][] = [
    ["all", outcomes],
    ...Map.groupBy(outcomes, ({ set }) => set),
  ];
  const rows = groups.map(([set, list]) => {
    const share = (count: number) => (list.length === 0 ? "–" : (count / list.length).toFixed(3));
    const judged = (judgement: Judgement) => share(list.filter((one) => one.judgement === judgement).length);
    const tokens = list.reduce((sum, one) => sum + one.tokens, 0);
    const seconds = list.map((one) => one.seconds).sort((a, b) => a - b);
    return [
      set,
      list.length,
      ...(["right", "partly", "wrong", "refused"] as const).map(judged),
      share(list.filter(({ fallback }) => fallback !== null).length),
      list.reduce((sum, { withheld }) => sum + withheld, 0),
      Math.round(tokens / Math.max(1, list.length)),
      seconds[Math.floor(seconds.length / 2)]?.toFixed(1) ?? "–",
      ((tokens / 1e6) * price).toFixed(2),
    ];
  });
  const heads =
    "questions|count|right|partly|wrong|refused|built-in answer|sentences withheld|tokens each|seconds (median)|cost";
  const line = (cells: readonly unknown[]) => `| ${cells.join(" | ")} |`;
  return [line(heads.split("|")), line(heads.split("|").map(() => "---")), ...rows.map(line)].join("\n");
}

export function writeModelResults(outcomes: readonly ModelOutcome[], file: string, price: number): void {
  const table = tabulate(outcomes, price);
  writeFileSync(file.replace(/\.jsonl$/, ".json"), JSON.stringify(outcomes, null, 2));
  writeFileSync(file.replace(/\.jsonl$/, ".md"), `# ${outcomes[0]?.model ?? "No answers"}\n\n${table}\n`);
  console.log(table);
}
