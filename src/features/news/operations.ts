import { z } from "zod";
import { Day } from "../../kernel/day.ts";
import { Failure } from "../../kernel/errors.ts";
import { ModelUse } from "../../kernel/model-use.ts";
import { type Context, defineOperation } from "../../kernel/operation.ts";
import type { Database } from "../../platform/db/index.ts";
import { requireCompany } from "../companies/index.ts";
import { answerFromArticles, type NewsAnswer } from "./chat/answer-from-articles.ts";
import { widenQuery } from "./chat/widen-query.ts";
import type { LiveQuery, LiveSearch } from "./live/live-search.ts";
import { NewsArticle, presentArticle } from "./news-article.ts";
import { readKeywords } from "./search/read-keywords.ts";
import { type NewsQuery, searchArticles } from "./search/search-articles.ts";
import type { ArticleRow } from "./search/store.ts";
import { isLanguage } from "./text/languages.ts";

export interface NewsTools {
  db: Database;
  /** A provider that is also queried; null when none is configured. */
  live: LiveSearch | null;
  /** Null when no language model is configured: then sentences of the articles are the answer. */
  write?: NewsWriter | null;
}

/** An answer that a language model wrote from articles. */
export interface WrittenNews {
  /** Verified in the articles they name, which are counted from 1. */
  sentences: { text: string; articles: number[] }[];
  /** The model that wrote them, or why none did. */
  engine: string | null;
  /** Both are missing when no model was asked. */
  withheld?: number;
  model?: ModelUse;
}

export type NewsWriter = (
  context: Context,
  question: string,
  articles: readonly ArticleRow[],
) => Promise<WrittenNews>;

/** Answers with sentences of the articles. */
const BUILT_IN_ENGINE = "built-in-news-reader";
const DAY_MILLISECONDS = 86_400_000;
/** "Until 9999-12-31" means no end; the day after it has a year that the database cannot read. */
const LAST_MOMENT = Date.parse("9999-12-31T23:59:59.999Z");
const CHAT_ARTICLES = 30;

const NewsSearch = z.strictObject({
  keywords: z
    .string()
    .max(500)
    .default("")
    .describe('Comma-separated keywords; quotes make a phrase, as in: inflation, "interest rate"'),
  svc_entity_id: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe("Only articles that mention this company; keywords may then be left out"),
  start_date: Day.describe("First day, YYYY-MM-DD"),
  end_date: Day.describe("Last day, inclusive"),
  language: z.string().max(20).default("en").describe("ISO 639-1 code"),
  limit: z.int().min(1).max(100).default(20),
  offset: z.int().min(0).max(1_000).default(0),
});

/** Checks what a schema cannot, and reports all errors together. */
function readQuery(input: z.output<typeof NewsSearch>): NewsQuery {
  const { start_date, end_date, limit, offset } = input;
  const language = input.language.trim().toLowerCase();
  const faults: string[] = [];
  if (!isLanguage(language))
    faults.push(`language: ${JSON.stringify(input.language)} is not an ISO 639-1 code.`);
  const keywords = readKeywords(input.keywords, language.length === 2 ? language : "en");
  if (keywords === null) faults.push("keywords: at most 10.");
  if (keywords?.length === 0 && (input.svc_entity_id === undefined || input.keywords.trim() !== ""))
    faults.push("keywords: enter at least one word, or svc_entity_id.");
  if (start_date > end_date) faults.push(`start_date: ${start_date} is after end_date ${end_date}.`);
  if (faults.length > 0) throw new Failure("invalid_input", { detail: faults.join(" ") });
  return {
    keywords: keywords ?? [],
    svcEntityId: input.svc_entity_id,
    language,
    from: new Date(start_date),
    until: new Date(Math.min(Date.parse(end_date) + DAY_MILLISECONDS, LAST_MOMENT)),
    limit,
    offset,
  };
}

const liveQuery = ({ keywords, start_date, end_date, language }: LiveQuery): LiveQuery => ({
  keywords,
  start_date,
  end_date,
  language: language.trim().toLowerCase(),
});

/** A provider is queried by keywords; for a company alone, by its name. */
async function search(
  { db, live }: NewsTools,
  input: Omit<z.output<typeof NewsSearch>, "limit" | "offset">,
  query: NewsQuery,
): Promise<ArticleRow[]> {
  const company = input.svc_entity_id === undefined ? null : await requireCompany(db, input.svc_entity_id);
  await live?.refresh(liveQuery({ ...input, keywords: input.keywords || (company?.name ?? "") }));
  return searchArticles(db, query);
}

export const searchNews = ({ db, live }: NewsTools) =>
  defineOperation({
    id: "news.search",
    summary: "Search news by keywords, dates and language",
    guide:
      "Search the latest news: articles and headlines about companies or topics in a date range. An article matches when " +
      "it has any of the comma-separated keywords; those with more of them come first, then the latest. Copies of one " +
      "story are one result with the number of its publishers. Articles without a trustworthy date are left out. " +
      "svc_entity_id limits the results to articles that mention the company.",
    scope: "news:read",
    effect: "read",
    price: 2,
    isPageRead: true,
    perSecond: 10,
    rest: { method: "POST", path: "/v1/news/web_news" },
    mcp: { tool: "search_news", quotes: true },
    input: NewsSearch,
    output: z.array(NewsArticle),
    errors: ["company_not_found", "fetch_failed"],
    examples: [
      {
        title: "A company and a topic",
        input: {
          keywords: 'Tessandral, "measuring instruments"',
          start_date: "2024-01-01",
          end_date: "2025-06-30",
          language: "en",
        },
      },
      {
        title: "In German, five at most",
        input: {
          keywords: "Umsatz",
          start_date: "2024-01-01",
          end_date: "2025-06-30",
          language: "de",
          limit: 5,
        },
      },
    ],
    async run({ baseUrl }, input) {
      const query = readQuery(input);
      const rows = await search({ db, live }, input, query);
      return rows.map((row, index) => presentArticle(row, { position: input.offset + index + 1, baseUrl }));
    },
  });

export const chatWithNews = ({ db, live, write }: NewsTools) =>
  defineOperation({
    id: "news.chat",
    summary: "Ask a question about the news found by keywords",
    guide:
      "Ask the news why something happened or what is said about it: answers your question from articles and cites " +
      "sources. Give keywords as for news.search and the question in searchQuestion. The answer consists of sentences " +
      "of the articles about the companies, places and measures of the question, each with its sources; otherwise it " +
      "says that the articles do not have it.",
    scope: "answers:ask",
    effect: "read",
    price: 5,
    perSecond: 5,
    rest: { method: "POST", path: "/v1/news/web_news_chat" },
    mcp: { tool: "ask_news", quotes: true },
    input: NewsSearch.omit({ limit: true, offset: true }).extend({
      searchQuestion: z.string().max(2_000).describe("Question to answer from the articles"),
    }),
    output: z.object({
      answer: z.string().describe("Sentences of the articles, each followed by the position of its sources"),
      sources: z.array(NewsArticle).describe("The articles the answer was taken from"),
      claims: z
        .array(
          z.object({
            sentence: z
              .string()
              .describe("Verbatim from the article, or verified in it if a language model wrote it"),
            sources: z.array(z.int()).describe("Positions in `sources`"),
          }),
        )
        .describe("Every sentence of the answer with the articles it came from"),
      engine: z
        .string()
        .optional()
        .describe("The engine that answered, if a language model is configured; if that did not, why"),
      withheld: z
        .int()
        .optional()
        .describe("Sentences of the language model that could not be verified and are not in the answer"),
      model: ModelUse.optional(),
    }),
    errors: ["company_not_found", "fetch_failed"],
    examples: [
      {
        title: "What a spill cost",
        input: {
          keywords: "Haldrewick",
          start_date: "2024-01-01",
          end_date: "2025-06-30",
          language: "en",
          searchQuestion: "How much will Haldrewick Water pay to environmental charities?",
        },
      },
    ],
    async run(context, input) {
      const { searchQuestion, ...filters } = input;
      if (!/[\p{L}\p{N}]/u.test(searchQuestion))
        throw new Failure("invalid_input", { detail: "searchQuestion: enter a question." });
      const query = readQuery({ ...filters, limit: CHAT_ARTICLES, offset: 0 });
      const rows = await search({ db, live }, filters, widenQuery(query, searchQuestion));
      const written = write && rows.length > 0 ? await write(context, searchQuestion, rows) : null;
      const { answer, claims, used } =
        joinWritten(written, rows) ?? answerFromArticles(rows, searchQuestion, query.language);
      const { baseUrl } = context;
      const sources = used.map((row, index) => presentArticle(row, { position: index + 1, baseUrl }));
      return {
        answer,
        claims,
        sources,
        ...(written && describeUse(written)),
      };
    },
  });

/** Which engine answered, and what a model was sent for it. */
function describeUse({ sentences, engine, withheld, model }: WrittenNews) {
  const isWritten = sentences.length > 0 || engine === null;
  return {
    engine: isWritten ? (engine ?? BUILT_IN_ENGINE) : `${BUILT_IN_ENGINE} (${engine})`,
    ...(model && { withheld, model }),
  };
}

/** The verified sentences with the positions of their articles; null where there are none. */
function joinWritten(written: WrittenNews | null, rows: readonly ArticleRow[]): NewsAnswer | null {
  if (!written || written.sentences.length === 0) return null;
  const numbers = [...new Set(written.sentences.flatMap(({ articles }) => articles))];
  const claims = written.sentences.map(({ text, articles }) => ({
    sentence: text,
    sources: articles.map((number) => numbers.indexOf(number) + 1),
  }));
  const answer = claims.map(({ sentence, sources }) => `${sentence} [${sources.join(", ")}]`).join(" ");
  return { answer, claims, used: numbers.flatMap((number) => rows[number - 1] ?? []) };
}
