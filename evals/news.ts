import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { importFile } from "../src/features/news/index.ts";
import { type ChatService, startChatService } from "./chat-service.ts";
import { type CompanySearch, searchByCompany } from "./news-companies.ts";

/** A question to the news: answered from an article about its subject, or not at all. */
interface NewsQuestion {
  corpus: "demo" | "real";
  kind: "company" | "place" | "measure" | "direction" | "answerable";
  keywords: string;
  question: string;
  expect: "none" | "answer";
  /** The second set was written after the code that answers the first. */
  set?: "second";
  /** Parts of a right answer. */
  says?: string[];
  start_date?: string;
  end_date?: string;
}

export interface NewsOutcome {
  set: "first" | "second";
  corpus: string;
  kind: string;
  question: string;
  verdict: "right" | "refused" | "wrong" | "other subject";
  given: string;
}

/** A search with the articles that people or programs found relevant. */
interface RelevanceQuery {
  keywords: string;
  start_date: string;
  end_date: string;
  language: string;
  relevant: string[];
}

export interface SearchOutcome {
  keywords: string;
  /** Relevant articles among the first ten, of ten or of all there are. */
  share: number;
}

const DEMO_SPAN = { start_date: "2024-01-01", end_date: "2025-06-30" };
const REAL_SPAN = { start_date: "2017-01-01", end_date: "2020-12-31" };
const FIRST = 10;
const FILES = [
  "open/wikinews-2019-2020.jsonl.gz",
  "noncommercial/yahoo-finance-2017-2020.jsonl.gz",
  "research-only/reuters-21578-1987.jsonl.gz",
];

/** Asks a service with the demo news and, if they are available, the real articles in `dataFolder`. */
export async function runNews(
  folder: string,
  dataFolder: string,
): Promise<{ answers: NewsOutcome[]; searches: SearchOutcome[]; companies: CompanySearch[] }> {
  const service = await startChatService();
  try {
    const newsFolder = path.join(dataFolder, "news");
    const hasReal = existsSync(newsFolder);
    if (hasReal) for (const file of FILES) await importReal(service, path.join(newsFolder, file));
    else console.log(`no articles at ${newsFolder}: only the demo news are asked`);
    const answers: NewsOutcome[] = [];
    for (const question of readLines<NewsQuestion>(path.join(folder, "news-questions.jsonl")))
      if (hasReal || question.corpus === "demo") answers.push(await ask(service, question));
    const searches: SearchOutcome[] = [];
    const titles = hasReal ? readTitles(newsFolder) : new Map();
    if (hasReal)
      for (const query of readLines<RelevanceQuery>(path.join(newsFolder, "queries.jsonl")))
        searches.push(await search(service, query, titles));
    const companies = hasReal ? await searchByCompany(service, REAL_SPAN) : [];
    return { answers, searches, companies };
  } finally {
    await service.close();
  }
}

function readLines<Line>(file: string): Line[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  // The shape is the file's own.
  return lines.map((line) => JSON.parse(line) as Line);
}

/** The titles of the real articles by their id in `queries.jsonl`. */
function readTitles(folder: string): Map<string, string> {
  const titles = new Map<string, string>();
  for (const file of FILES)
    for (const line of gunzipSync(readFileSync(path.join(folder, file)))
      .toString("utf8")
      .trim()
      .split("\n")) {
      // The shape is the file's own.
      const { id, title } = JSON.parse(line) as { id: string; title: string };
      titles.set(id, title);
    }
  return titles;
}

async function importReal({ db }: ChatService, file: string): Promise<void> {
  await importFile(db, file, { now: new Date() });
}

async function ask(service: ChatService, expected: NewsQuestion): Promise<NewsOutcome> {
  const { corpus, kind, keywords, question, start_date, end_date } = expected;
  const span = start_date && end_date ? { start_date, end_date } : DEMO_SPAN;
  const reply = await service.post("/v1/news/web_news_chat", {
    keywords,
    ...span,
    searchQuestion: question,
  });
  const answer = String(reply.data?.answer ?? JSON.stringify(reply));
  const isAnswered = (reply.data?.claims.length ?? 0) > 0;
  const verdict = verdictOf(expected, answer, isAnswered);
  return { set: expected.set ?? "first", corpus, kind, question, verdict, given: answer };
}

function verdictOf(expected: NewsQuestion, answer: string, isAnswered: boolean): NewsOutcome["verdict"] {
  if (expected.expect === "none") return isAnswered ? "other subject" : "right";
  if (!isAnswered) return "refused";
  return (expected.says ?? []).every((part) => answer.includes(part)) ? "right" : "wrong";
}

async function search(
  { post, db }: ChatService,
  query: RelevanceQuery,
  titles: ReadonlyMap<string, string>,
): Promise<SearchOutcome> {
  const { keywords, start_date, end_date, language, relevant } = query;
  const reply = await post("/v1/news/web_news", { keywords, start_date, end_date, language, limit: FIRST });
  const found: string[] = reply.data.map(({ cluster_id }: { cluster_id: string }) => cluster_id);
  const stories = await listStories(
    db,
    relevant.flatMap((id) => titles.get(id) ?? []),
  );
  const hits = found.filter((story) => stories.has(story)).length;
  return { keywords, share: hits / Math.max(1, Math.min(FIRST, stories.size)) };
}

/** Copies of a story are one result, so stories are compared. */
async function listStories(db: ChatService["db"], titles: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ cluster_no: number }>`
    select distinct cluster_no from article where title = any(${titles}) and published_at is not null`;
  return new Set(rows.map(({ cluster_no }) => `story_${cluster_no}`));
}

export function reportNews(
  { answers, searches, companies }: Awaited<ReturnType<typeof runNews>>,
  misses: boolean,
): void {
  console.log(
    "\nNews: our own questions; the first set was seen while the code was written, the second was not",
  );
  const groups = [
    ["all", answers] as const,
    ...Map.groupBy(answers, ({ set, corpus, kind }) => `${set} set, ${corpus}, ${kind}`),
  ];
  console.table(
    groups.map(([questions, list]) => ({
      questions,
      count: list.length,
      right: (list.filter(({ verdict }) => verdict === "right").length / list.length).toFixed(2),
      refused: list.filter(({ verdict }) => verdict === "refused").length,
      wrong: list.filter(({ verdict }) => verdict === "wrong").length,
      "other subject": list.filter(({ verdict }) => verdict === "other subject").length,
    })),
  );
  if (searches.length > 0) {
    const mean = searches.reduce((sum, { share }) => sum + share, 0) / searches.length;
    const found = searches.filter(({ share }) => share > 0).length;
    console.log(
      `searches: ${mean.toFixed(3)} of the first ten are relevant, ${found} of ${searches.length} have a relevant one`,
    );
  }
  const named = companies.filter(({ isFound }) => isFound).length;
  if (companies.length > 0)
    console.log(
      `searches by company name: ${named} of ${companies.length} have an article about it among the first ten`,
    );
  if (!misses) return;
  for (const { name, isFound } of companies) if (!isFound) console.log(`not found by name: ${name}`);
  for (const { kind, question, verdict, given } of answers)
    if (verdict !== "right") console.log(`\n[${kind}, ${verdict}] ${question}\n  ${given.slice(0, 400)}`);
  for (const { keywords, share } of searches) if (share < 0.5) console.log(`${share.toFixed(2)} ${keywords}`);
}
