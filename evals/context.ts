import { Nearness, ReportReader } from "../src/features/answers/index.ts";
import { buildContext } from "../src/features/answers/writing/build-context.ts";
import { openLocalModels } from "../src/platform/models/index.ts";
import type { ReportDigester } from "./digested-reports.ts";
import { VectorCache } from "./passage-vectors.ts";
import { findReportFile, readRetrievalQuestions } from "./retrieval.ts";
import { makeReader, readPassages } from "./tatqa.ts";

export interface ContextOutcome {
  set: string;
  tokensMax: number;
  /** Whether one page with evidence, and whether all of them are in what a model is given. */
  one: boolean;
  all: boolean;
}

const BUDGETS = [8_000, 12_000, 30_000];

/** What a language model would be given for each question, held against the pages with evidence. */
export async function runContext(
  dataFolder: string,
  digester: ReportDigester,
  model: string,
): Promise<ContextOutcome[]> {
  const { embedder, close } = openLocalModels({ threads: 1 });
  const cache = new VectorCache(embedder);
  const outcomes: ContextOutcome[] = [];
  for (const [name, own] of Map.groupBy(readRetrievalQuestions(dataFolder), ({ report }) => report)) {
    const file = findReportFile(dataFolder, name);
    if (file === undefined) continue;
    const report = await digester.digest(file);
    const reader = new ReportReader({ ...report, reportId: name, names: [] });
    const texts = own.map(({ question }) => question);
    const vectors = await cache.find(model, { ...report, name }, texts);
    for (const { set, question, pages } of own) {
      const asked = vectors?.questions.get(question);
      const nearness = vectors && asked ? new Nearness(vectors.passages, asked) : null;
      const answer = reader.ask(question, nearness);
      for (const tokensMax of BUDGETS) {
        const { passages } = buildContext(reader, { question, own: answer, nearness, tokensMax });
        const given = new Set(passages.map(({ page }) => page));
        const found = pages.filter((page) => given.has(page));
        outcomes.push({ set, tokensMax, one: found.length > 0, all: found.length === pages.length });
      }
    }
  }
  await close();
  return outcomes;
}

const TABLE_TOKENS = 8_000;

/** Whether the table and the paragraphs that a question needs are in what a model is given, word by word. */
export function runTableContext(file: string): ContextOutcome[] {
  return readPassages(file).flatMap((passage) => {
    const reader = makeReader(passage);
    return passage.questions.map(({ question, rel_paragraphs, answer_from }) => {
      const own = reader.ask(question);
      const context = { question, own, nearness: null, tokensMax: TABLE_TOKENS };
      const given = wordsOf(buildContext(reader, context).passages.map(({ text }) => text));
      const table = answer_from === "text" ? [] : passage.table.table.flat();
      const paragraphs = passage.paragraphs.filter(({ order }) => rel_paragraphs.includes(String(order)));
      const hasTable = [...wordsOf(table)].every((word) => given.has(word));
      const hasText = [...wordsOf(paragraphs.map(({ text }) => text))].every((word) => given.has(word));
      return { set: "TAT-QA", tokensMax: TABLE_TOKENS, one: hasTable || hasText, all: hasTable && hasText };
    });
  });
}

const wordsOf = (texts: readonly string[]): Set<string> =>
  new Set(texts.join("\n").match(/\d[\d,.]*\d|\d|\p{L}+/gu));

export function reportContext(outcomes: readonly ContextOutcome[]): void {
  const lines = [...Map.groupBy(outcomes, ({ set, tokensMax }) => `${set}, ${tokensMax} tokens`)];
  console.table(
    lines.map(([context, list]) => ({
      context,
      questions: list.length,
      "one page of evidence": (list.filter(({ one }) => one).length / list.length).toFixed(3),
      "all of them": (list.filter(({ all }) => all).length / list.length).toFixed(3),
    })),
  );
}
