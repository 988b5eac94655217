/**
 * What the built-in reader knows: page recall, figures and claims over reports with known answers.
 *
 *   npm run eval -- [--json FILE] [--misses] [--demo]      FILE is evals/results.json unless named
 *   npm run eval questions [--seen]                        only the analysts' questions over annual reports
 *   npm run eval financebench [-- --misses]                every question of FinanceBench, judged by evals/financebench-key.json
 *   npm run eval chat [-- --misses]                        only the general chat, over the demo companies
 *   npm run eval news [-- --misses]                        only the questions to the news and its searches
 *   npm run eval statements                                only the financial statements of annual reports
 *   npm run eval context                                   only what a language model would be given
 *   npm run eval -- --model PROVIDER:NAME                  a language model on all question sets, through the whole path
 *       [--limit N] [--context-tokens N] [--price PER_MILLION_TOKENS]
 *       FLORIN_LANGUAGE_MODEL_URL and FLORIN_LANGUAGE_MODEL_API_KEY say where it is; a stopped run continues
 *   npm run eval retrieval [-- --models NAME,NAME]         only the pages found, by variant and kind of question
 *
 * The evaluation data is looked for beside the project, at ../shared/data; without it only the demo reports are asked.
 */
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openEmbedder } from "../src/platform/models/index.ts";
import { reportChat, runChat } from "./chat.ts";
import { reportContext, runContext, runTableContext } from "./context.ts";
import { reportLanguages, runDemoLanguages } from "./demo-languages.ts";
import { runDemoReports } from "./demo-reports.ts";
import { ReportDigester } from "./digested-reports.ts";
import { type Outcome, runFinanceBench } from "./financebench.ts";
import { judgeFinanceBench, reportFinanceBench } from "./financebench-text.ts";
import { openNamedModel, runModel, writeModelResults } from "./model.ts";
import { listSources } from "./model-questions.ts";
import { reportNews, runNews } from "./news.ts";
import { VectorCache } from "./passage-vectors.ts";
import { reportQuestions, runQuestions } from "./questions.ts";
import type { Refusal } from "./refusals.ts";
import type { Rephrasing } from "./rephrased.ts";
import { reportRetrieval } from "./report-retrieval.ts";
import { reportStatements } from "./report-statements.ts";
import { runRetrieval } from "./retrieval.ts";
import { runStatements } from "./statements.ts";
import { runTatQa, type TableOutcome } from "./tatqa.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "string", default: path.join(import.meta.dirname, "results.json") },
    misses: { type: "boolean", default: false },
    demo: { type: "boolean", default: false },
    seen: { type: "boolean", default: false },
    models: { type: "string", default: "florin-retriever@1" },
    model: { type: "string" },
    limit: { type: "string", default: "1000000" },
    "context-tokens": { type: "string", default: "12000" },
    price: { type: "string", default: "0" },
  },
});
const project = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dataFolder = path.join(project, "..", "shared", "data");
const benchFolder = path.join(dataFolder, "financebench");
const tableFile = path.join(dataFolder, "tatqa", "tatqa_dev.json.gz");

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : (part / whole).toFixed(3);
}

function formatRecall(name: string, outcomes: readonly Outcome[]) {
  const within = (most: number) => outcomes.filter(({ rank }) => rank !== null && rank <= most).length;
  const count = outcomes.length;
  return {
    questions: name,
    count,
    "recall@1": percent(within(1), count),
    "@3": percent(within(3), count),
    "@5": percent(within(5), count),
    "@10": percent(within(10), count),
  };
}

function figureLine(name: string, outcomes: readonly Outcome[]) {
  const judged = outcomes.filter(({ figure }) => figure !== null);
  const share = (verdict: string) =>
    percent(judged.filter(({ figure }) => figure === verdict).length, judged.length);
  return {
    questions: name,
    count: judged.length,
    right: share("right"),
    wrong: share("wrong"),
    refused: share("refused"),
  };
}

function claimLine(name: string, outcomes: readonly Outcome[]) {
  const numbers = outcomes.reduce((sum, { claims }) => sum + claims.numbers, 0);
  const unsupported = outcomes.reduce((sum, { claims }) => sum + claims.unsupported.length, 0);
  return { questions: name, numbers, "claim correctness": percent(numbers - unsupported, numbers) };
}

function report(name: string, outcomes: readonly Outcome[]): void {
  console.log(`\n${name}`);
  const halves = (["even", "odd"] as const).map(
    (half) => [half, outcomes.filter((one) => one.half === half)] as const,
  );
  const types = [...new Set(outcomes.map(({ type }) => type))].map(
    (type) => [type, outcomes.filter((one) => one.type === type)] as const,
  );
  console.table([
    formatRecall("all", outcomes),
    ...[...halves, ...types].map(([key, part]) => formatRecall(key, part)),
  ]);
  console.table([
    figureLine("all figures", outcomes),
    ...halves.map(([half, part]) => figureLine(half, part)),
  ]);
  console.table([claimLine("all", outcomes), ...halves.map(([half, part]) => claimLine(half, part))]);
  const times = outcomes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  console.log(
    `an answer takes ${times[Math.floor(times.length / 2)]?.toFixed(1)} ms (median), report opened before`,
  );
  if (!values.misses) return;
  for (const one of outcomes.filter(
    ({ rank, figure, claims }) =>
      (rank ?? 99) > 5 || figure === "wrong" || figure === "refused" || claims.unsupported.length > 0,
  )) {
    console.log(
      `\n[${one.half} ${one.type}] rank ${one.rank} figure ${one.figure} ${one.claims.unsupported.join(",")}\n  ${one.question}\n  expected ${one.expected}\n  ${one.answer.slice(0, 400)}`,
    );
  }
}

function shares<Item>(items: readonly Item[], verdictOf: (item: Item) => string): Record<string, string> {
  const groups = Map.groupBy(items, verdictOf);
  return Object.fromEntries(
    [...groups].map(([verdict, list]) => [verdict, percent(list.length, items.length)]),
  );
}

function reportRefusals(refusals: readonly Refusal[]): void {
  console.log("\nQuestions the report cannot answer: refused is right");
  const groups = [["all", refusals] as const, ...Map.groupBy(refusals, ({ kind }) => kind)];
  console.table(
    groups.map(([questions, list]) => ({
      questions,
      count: list.length,
      "refusal correctness": percent(list.filter(({ refused }) => refused).length, list.length),
    })),
  );
  if (!values.misses) return;
  for (const { question, answer, refused } of refusals)
    if (!refused) console.log(`\n  ${question}\n  ${answer.slice(0, 300)}`);
}

function reportRephrasings(rephrasings: readonly Rephrasing[]): void {
  console.log("\nThe same figure asked for in other words");
  console.table([{ count: rephrasings.length, ...shares(rephrasings, ({ verdict }) => verdict) }]);
  if (!values.misses) return;
  for (const { question, answer, verdict } of rephrasings)
    if (verdict !== "same") console.log(`\n[${verdict}]  ${question}\n  ${answer.slice(0, 300)}`);
}

function reportTables(outcomes: readonly TableOutcome[]): void {
  console.log(
    "\nTAT-QA: single tables; `unscaled` has the digits right, the scale stands nowhere near the table",
  );
  const groups = [["all", outcomes] as const, ...Map.groupBy(outcomes, ({ kind }) => kind)];
  console.table(
    groups.map(([questions, list]) => ({
      questions,
      count: list.length,
      ...shares(list, ({ verdict }) => verdict),
    })),
  );
  const numbers = outcomes.reduce((sum, { claims }) => sum + claims.numbers, 0);
  const unsupported = outcomes.reduce((sum, { claims }) => sum + claims.unsupported.length, 0);
  console.log(`claim correctness ${percent(numbers - unsupported, numbers)} of ${numbers} numbers`);
}

const digester = new ReportDigester();
const results: Record<string, unknown> = {};
if (values.model !== undefined) {
  const model = await openNamedModel(values.model, Number(values["context-tokens"]));
  const embedder = openEmbedder({ threads: 1 });
  const file = path.join(import.meta.dirname, `results-${values.model.replace(/[^\w.-]+/g, "-")}.jsonl`);
  const sources = listSources({
    dataFolder,
    demoFolder: path.join(project, "demo", "fictional"),
    digester,
    vectors: new VectorCache(embedder),
    embedding: values.models,
    limit: Number(values.limit),
  });
  writeModelResults(await runModel(model, sources, file), file, Number(values.price));
  await embedder.close();
  await digester.close();
  process.exit(0);
}
if (positionals.includes("questions")) {
  const embedder = openEmbedder({ threads: 1 });
  const cache = new VectorCache(embedder);
  const outcomes = await runQuestions(dataFolder, digester, {
    only: values.seen ? "seen" : "all",
    findVectors: (report, questions) => cache.find(values.models, report, questions),
  });
  await embedder.close();
  await digester.close();
  reportQuestions(outcomes, values.misses);
  writeFileSync(values.json, JSON.stringify(outcomes, null, 2));
  process.exit(0);
}
if (positionals.includes("financebench")) {
  const embedder = openEmbedder({ threads: 1 });
  const cache = new VectorCache(embedder);
  const found = await judgeFinanceBench(dataFolder, digester, (report, questions) =>
    cache.find(values.models, report, questions),
  );
  await embedder.close();
  await digester.close();
  reportFinanceBench(found, values.misses);
  process.exit(0);
}
if (positionals.includes("chat")) {
  const outcomes = await runChat(import.meta.dirname, dataFolder);
  reportChat(outcomes, values.misses);
  writeFileSync(values.json, JSON.stringify(outcomes, null, 2));
  process.exit(0);
}
if (positionals.includes("news")) {
  const outcomes = await runNews(import.meta.dirname, dataFolder);
  reportNews(outcomes, values.misses);
  writeFileSync(values.json, JSON.stringify(outcomes, null, 2));
  process.exit(0);
}
if (positionals.includes("statements")) {
  const statements = await runStatements(dataFolder, digester);
  await digester.close();
  reportStatements(statements);
  writeFileSync(values.json, JSON.stringify(statements.figures, null, 2));
  process.exit(0);
}
if (positionals.includes("context")) {
  const tables = existsSync(tableFile) ? runTableContext(tableFile) : [];
  const reports = await runContext(dataFolder, digester, values.models.split(",")[0] ?? "");
  await digester.close();
  reportContext([...tables, ...reports]);
  process.exit(0);
}
if (positionals.includes("retrieval")) {
  const outcomes = await runRetrieval(dataFolder, digester, values.models.split(","));
  await digester.close();
  reportRetrieval(outcomes);
  writeFileSync(values.json, JSON.stringify(outcomes, null, 2));
  process.exit(0);
}
if (values.demo || !existsSync(benchFolder)) {
  if (!existsSync(benchFolder))
    console.log(`no evaluation data at ${benchFolder}: only the demo reports are asked`);
} else {
  const bench = await runFinanceBench(benchFolder, digester);
  report("FinanceBench", bench.outcomes);
  reportRefusals(bench.refusals);
  reportRephrasings(bench.rephrasings);
  results["FinanceBench"] = bench.outcomes;
  results["Refusals"] = bench.refusals;
  results["Rephrasings"] = bench.rephrasings;
}
if (!values.demo && existsSync(tableFile)) {
  const outcomes = runTatQa(tableFile);
  reportTables(outcomes);
  results["TAT-QA"] = outcomes;
}
const demo = await runDemoReports(path.join(project, "demo", "fictional"), digester);
report("Demo reports", demo);
results["Demo reports"] = demo;
const languages = await runDemoLanguages(path.join(project, "demo", "fictional"), digester);
reportLanguages(languages, values.misses);
results["Demo languages"] = languages;
await digester.close();
writeFileSync(values.json, JSON.stringify(results, null, 2));
console.log(`\nevery answer: ${values.json}`);
