import { z } from "zod";
import { Failure } from "../../kernel/errors.ts";
import { type Context, defineOperation } from "../../kernel/operation.ts";
import { viewerOf } from "../../kernel/viewer.ts";
import { saveReportClaims } from "../claims/index.ts";
import { NewsArticle } from "../news/index.ts";
import { findArticles } from "./find-articles.ts";
import { readCursor, writeCursor } from "./query/cursor.ts";
import { readQuery, type SearchQuery } from "./query/read-query.ts";
import { type FilterInput, Filters, readScope } from "./query/read-scope.ts";
import { type FoundPassage, type SearchTools, searchPassages } from "./search-passages.ts";
import { describeFacets, Facets } from "./showing/facets.ts";
import { describePassage, PassageHit, passageClaim } from "./showing/hit.ts";
import { readNow } from "./store.ts";

export interface SearchOperationTools extends SearchTools {
  /** Signs the links to claims on an account's own reports. */
  linkKey: Buffer;
}

const QueryText = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe('Words, or "exact phrase", -word, title:word, a NEAR/5 b');

const Hit = PassageHit.extend({
  matched_by: z.enum(["words", "meaning", "both"]),
  copies: z.int().describe("Further passages with the same text, which are left out"),
  also_in: z.array(z.string()).describe("Reports with the same text, at most 5"),
});

const Input = z.strictObject({
  query: QueryText,
  mode: z
    .enum(["auto", "words", "meaning"])
    .default("auto")
    .describe("`auto`: plain words also by meaning; operators and single words exactly"),
  ...Filters,
  include_news: z.boolean().default(false),
  limit: z.int().min(1).max(50).default(20),
  cursor: z.string().max(400).optional().describe("next_cursor of the previous page"),
});

const NEAREST_SHOWN_MAX = 12;

export const searchReportPassages = (tools: SearchOperationTools) =>
  defineOperation({
    id: "search.passages",
    summary: "Search inside reports",
    guide:
      "Finds passages inside all reports you may read, by words and by meaning, with page, section, snippet and a link " +
      "to the marked place. Counts matches by section, company, type, year, language, country and sector.",
    scope: "reports:read",
    effect: "read",
    price: 2,
    // The pages next to a question that was not answered; a search has more results.
    isPageRead: ({ mode, limit, cursor }) =>
      mode === "meaning" && limit <= NEAREST_SHOWN_MAX && cursor === undefined,
    perSecond: 10,
    rest: { method: "POST", path: "/v1/search/passages" },
    mcp: false,
    input: Input,
    output: z.object({
      matched: z
        .enum(["all_words", "any_word", "meaning"])
        .describe("`any_word`: no passage has all words, so those with some are shown"),
      total: z
        .int()
        .nullable()
        .describe("Passages with the words, exactly; null when only meaning was asked"),
      total_reports: z.int().nullable(),
      hits: z.array(Hit),
      articles: z.array(NewsArticle).describe("With include_news: articles with the words, best first"),
      facets: Facets,
      next_cursor: z.string().nullable(),
    }),
    examples: [
      { title: "Plain words, also by meaning", input: { query: "interest rate risk", limit: 5 } },
      {
        title: "A phrase in the notes of annual reports",
        input: {
          query: '"net sales" -services',
          section: ["notes", "mdna"],
          report_type: ["annual_reports"],
        },
      },
      { title: "Reports and news", input: { query: "Tessandral instruments", include_news: true, limit: 5 } },
    ],
    async run(context, { cursor, limit, mode, include_news, query: text, ...filters }) {
      const search = { text, mode, filters, viewer: viewerOf(context.caller) };
      const query = readQuery(text);
      const place = cursor === undefined ? null : readCursor(cursor, search);
      const { offset, indexedUntil } = place ?? { offset: 0, indexedUntil: await readNow(tools.db) };
      const scope = readScope(filters, {
        viewer: viewerOf(context.caller),
        indexedUntil,
        titles: query.titles,
      });
      const articles = include_news ? await searchNews(tools, context, { query, filters, limit }) : [];
      const found = await searchPassages(tools, { text, query, scope, mode, offset, limit });
      await saveReportClaims(tools.db, found.passages.map(passageClaim));
      const { baseUrl } = context;
      const total = found.facets.find(({ facet }) => facet === "all");
      const isCounted = found.matched !== "meaning";
      return {
        matched: found.matched,
        total: isCounted ? (total?.passages ?? 0) : null,
        total_reports: isCounted ? (total?.reports ?? 0) : null,
        hits: found.passages.map((passage) => ({
          ...describePassage(passage, {
            terms: query.terms,
            baseUrl,
            linkKey: tools.linkKey,
            viewer: scope.viewer,
          }),
          matched_by: matchedBy(passage),
          copies: passage.copies.length,
          also_in: passage.alsoIn,
        })),
        articles,
        facets: await describeFacets(tools.db, found.facets),
        next_cursor: found.hasMore ? writeCursor({ offset: offset + limit, indexedUntil }, search) : null,
      };
    },
  });

function matchedBy({ hasWords, similarity }: FoundPassage): "words" | "meaning" | "both" {
  if (!hasWords) return "meaning";
  return similarity === null ? "words" : "both";
}

/** News has a scope of its own, which a search does not replace. */
async function searchNews(
  { db }: SearchOperationTools,
  { caller, baseUrl }: Context,
  search: { query: SearchQuery; filters: FilterInput; limit: number },
) {
  if (!caller.scopes.has("news:read"))
    throw new Failure("scope_missing", {
      detail: "Missing scope: news:read, for include_news",
      scopes: [...caller.scopes, "news:read"],
    });
  return findArticles(db, { ...search, baseUrl });
}
