/**
 * What the built-in reader knows: page recall, figures and claims over reports with known answers. `npm run eval -- --help`
 * lists the sets. The evaluation data is looked for beside the project, at ../shared/data; without it only the demo
 * reports are asked.
 */
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openLocalModels } from "../src/platform/models/index.ts";
import { reportChat, runChat } from "./chat.ts";
import { reportContext, runContext, runTableContext } from "./context.ts";
import { reportLanguages, runDemoLanguages } from "./demo-languages.ts";
import { runDemoReports } from "./demo-reports.ts";
import { ReportDigester } from "./digested-reports.ts";
import { runFinanceBench } from "./financebench.ts";
import { judgeFinanceBench, reportFinanceBench } from "./financebench-text.ts";
import { openNamedModel, runModel, writeModelResults } from "./model.ts";
import { listSources } from "./model-questions.ts";
import { reportNews, runNews } from "./news.ts";
import { VectorCache } from "./passage-vectors.ts";
import { type QuestionOptions, reportQuestions, runQuestions } from "./questions.ts";
import { ReadingCache } from "./readings.ts";
import { reportOutcomes, reportRefusals, reportRephrasings, reportTables } from "./report-outcomes.ts";
import { reportRetrieval } from "./report-retrieval.ts";
import { reportStatements } from "./report-statements.ts";
import { runRetrieval } from "./retrieval.ts";
import { runStatements } from "./statements.ts";
import { runTatQa } from "./tatqa.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "string", default: path.join(import.meta.dirname, "results.json") },
    misses: { type: "boolean", default: false },
    demo: { type: "boolean", default: false },
    seen: { type: "boolean", default: false },
    models: { type: "string", default: "florin-retriever@2" },
    model: { type: "string" },
    limit: { type: "string", default: "1000000" },
    "context-tokens": { type: "string", default: "12000" },
    price: { type: "string", default: "0" },
    help: { type: "boolean", short: "h", default: false },
  },
});
const project = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dataFolder = path.join(project, "..", "shared", "data");
const benchFolder = path.join(dataFolder, "financebench");
const tableFile = path.join(dataFolder, "tatqa", "tatqa_dev.json.gz");

const digester = new ReportDigester();

/** Runs with vectors and readings of passages, which are kept between runs. */
async function withModels<Result>(
  run: (options: Pick<QuestionOptions, "findVectors" | "readings">, cache: VectorCache) => Promise<Result>,
): Promise<Result> {
  const readings = new ReadingCache();
  const { embedder, close } = openLocalModels({ threads: 1 });
  const cache = new VectorCache(embedder);
  try {
    const findVectors: QuestionOptions["findVectors"] = (report, questions) =>
      cache.find(values.models, report, questions);
    return await run({ findVectors, readings }, cache);
  } finally {
    await Promise.all([close(), readings.close()]);
  }
}

function writeAnswers(outcomes: unknown): void {
  writeFileSync(values.json, JSON.stringify(outcomes, null, 2));
  console.log(`\nevery answer: ${values.json}`);
}

async function runEverything(): Promise<void> {
  const results: Record<string, unknown> = {};
  if (values.demo || !existsSync(benchFolder)) {
    if (!existsSync(benchFolder))
      console.log(`no evaluation data at ${benchFolder}: only the demo reports are asked`);
  } else {
    const bench = await runFinanceBench(benchFolder, digester);
    reportOutcomes("FinanceBench", bench.outcomes, values.misses);
    reportRefusals(bench.refusals, values.misses);
    reportRephrasings(bench.rephrasings, values.misses);
    results["FinanceBench"] = bench.outcomes;
    results["Refusals"] = bench.refusals;
    results["Rephrasings"] = bench.rephrasings;
  }
  if (!values.demo && existsSync(tableFile)) {
    const outcomes = runTatQa(tableFile);
    reportTables(outcomes, values.misses);
    results["TAT-QA"] = outcomes;
  }
  const demo = await runDemoReports(path.join(project, "demo", "fictional"), digester);
  reportOutcomes("Demo reports", demo, values.misses);
  results["Demo reports"] = demo;
  const languages = await runDemoLanguages(path.join(project, "demo", "fictional"), digester);
  reportLanguages(languages, values.misses);
  results["Demo languages"] = languages;
  writeAnswers(results);
}

async function measureModel(name: string): Promise<void> {
  const model = await openNamedModel(name, Number(values["context-tokens"]));
  const file = path.join(import.meta.dirname, `results-${name.replace(/[^\w.-]+/g, "-")}.jsonl`);
  await withModels(async (_, vectors) => {
    const sources = listSources({
      dataFolder,
      demoFolder: path.join(project, "demo", "fictional"),
      digester,
      vectors,
      embedding: values.models,
      limit: Number(values.limit),
    });
    writeModelResults(await runModel(model, sources, file), file, Number(values.price));
  });
}

const SETS: Record<string, { measures: string; run: () => Promise<void> }> = {
  questions: {
    measures: "questions of analysts over annual reports, by kind",
    run: async () => {
      const only = values.seen ? "seen" : "all";
      const outcomes = await withModels((models) => runQuestions(dataFolder, digester, { only, ...models }));
      reportQuestions(outcomes, values.misses);
      writeAnswers(outcomes);
    },
  },
  financebench: {
    measures: "every open question of FinanceBench, by the judged key",
    run: async () =>
      reportFinanceBench(
        await withModels((models) => judgeFinanceBench(dataFolder, digester, models)),
        values.misses,
      ),
  },
  tables: {
    measures: "figures and arithmetic over the single tables of TAT-QA",
    run: async () => {
      const outcomes = runTatQa(tableFile);
      reportTables(outcomes, values.misses);
      writeAnswers(outcomes);
    },
  },
  chat: {
    measures: "the general chat: the company that was asked for, and no other",
    run: async () => {
      const outcomes = await runChat(import.meta.dirname, dataFolder);
      reportChat(outcomes, values.misses);
      writeAnswers(outcomes);
    },
  },
  news: {
    measures: "answers about news",
    run: async () => {
      const outcomes = await runNews(import.meta.dirname, dataFolder);
      reportNews(outcomes, values.misses);
      writeAnswers(outcomes);
    },
  },
  statements: {
    measures: "figures of financial statements against figures read by hand",
    run: async () => {
      const statements = await runStatements(dataFolder, digester);
      reportStatements(statements);
      writeAnswers(statements.figures);
    },
  },
  context: {
    measures: "whether the pages with evidence are in what a language model is given",
    run: async () => {
      const tables = existsSync(tableFile) ? runTableContext(tableFile) : [];
      const reports = await runContext(dataFolder, digester, values.models.split(",")[0] ?? "");
      reportContext([...tables, ...reports]);
    },
  },
  retrieval: {
    measures: "whether the pages with evidence are found, by model",
    run: async () => {
      const outcomes = await runRetrieval(dataFolder, digester, values.models.split(","));
      reportRetrieval(outcomes);
      writeAnswers(outcomes);
    },
  },
};

const HELP = `Usage: npm run eval -- [set …] [options]

Without a set: FinanceBench by words alone, TAT-QA and the demo reports.

Sets
${Object.entries(SETS)
  .map(([name, { measures }]) => `  ${name.padEnd(14)}${measures}`)
  .join("\n")}

Options
  --misses            print what went wrong; never of reports and tables that stay unseen
  --seen              ask only about reports that were looked at
  --demo              ask only the demo reports
  --json FILE         where every answer is written
  --model NAME        measure a language model, such as openai-compatible:qwen3:14b
  --limit N, --context-tokens N, --price P
                      with --model: questions, tokens of context, price of a million tokens
  --models NAME,…     the embedding models to compare`;

const unknown = positionals.filter((name) => !(name in SETS));
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no evaluation called ${unknown.join(", ")}.\n`);
  console.log(HELP);
  process.exit(unknown.length > 0 ? 1 : 0);
}
if (values.model !== undefined) await measureModel(values.model);
else if (positionals.length === 0) await runEverything();
else for (const name of positionals) await SETS[name]?.run();
await digester.close();
