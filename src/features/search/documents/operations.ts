import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { type Context, defineOperation } from "../../../kernel/operation.ts";
import { viewerOf } from "../../../kernel/viewer.ts";
import { saveReportClaims } from "../../claims/index.ts";
import { findArticle } from "../../news/index.ts";
import { requireReadReport } from "../../reports/index.ts";
import { findArticles } from "../find-articles.ts";
import type { SearchOperationTools } from "../operations.ts";
import { readQuery } from "../query/read-query.ts";
import { readScope } from "../query/read-scope.ts";
import { searchPassages } from "../search-passages.ts";
import { describePassage, type PassageHit, passageClaim } from "../showing/hit.ts";
import { readNow } from "../store.ts";
import { listTexts } from "./store.ts";

const PASSAGES_SHOWN = 10;
const ARTICLES_SHOWN = 3;
const TEXT_LETTERS_MAX = 400_000;
const PASSAGE_ID = /^(rep_[a-z0-9]{8,32})(?:#(\d{1,7}))?$/;

const titleOf = ({ company_name, title, page }: PassageHit) =>
  [company_name, `${title}, page ${page}`].filter(Boolean).join(" · ");

/** The shape that research clients expect of a tool called `search`: one text in, a list of documents out. */
export const searchDocuments = (tools: SearchOperationTools) =>
  defineOperation({
    id: "search.documents",
    summary: "Search inside reports and news",
    guide: "Passages that mention or discuss something, in all reports and news. Read one with search.fetch.",
    scope: "reports:read",
    effect: "read",
    price: 2,
    perSecond: 10,
    rest: { method: "POST", path: "/v1/search/documents" },
    mcp: { tool: "search", isBare: true },
    input: z.strictObject({ query: z.string().trim().min(1).max(500) }),
    output: z.object({
      results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string(), text: z.string() })),
    }),
    examples: [{ title: "A topic", input: { query: "interest rate risk" } }],
    async run({ caller, baseUrl }, { query: text }) {
      const { db, linkKey } = tools;
      const query = readQuery(text);
      const scope = readScope(
        {},
        { viewer: viewerOf(caller), indexedUntil: await readNow(db), titles: query.titles },
      );
      const request = { text, query, scope, mode: "auto" as const, offset: 0, limit: PASSAGES_SHOWN };
      const { passages } = await searchPassages(tools, request);
      await saveReportClaims(db, passages.map(passageClaim));
      const hits = passages.map((one) =>
        describePassage(one, { terms: query.terms, baseUrl, linkKey, viewer: scope.viewer }),
      );
      const articles = caller.scopes.has("news:read")
        ? await findArticles(db, { query, filters: {}, limit: ARTICLES_SHOWN, baseUrl })
        : [];
      return {
        results: [
          ...hits.map((hit) => ({
            id: hit.passage_id,
            title: titleOf(hit),
            url: hit.url,
            text: hit.snippet,
          })),
          ...articles.map(({ article_id, title, link, snippet }) => ({
            id: article_id,
            title,
            url: link,
            text: snippet,
          })),
        ],
      };
    },
  });

const Document = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

export const fetchDocument = ({ db }: SearchOperationTools) =>
  defineOperation({
    id: "search.fetch",
    errors: ["report_not_found", "report_not_ready", "file_not_readable"],
    summary: "Read a search result",
    guide:
      "The text of a search.documents result by its id: the passage's page, a whole report or an article. Of a very " +
      "long report the first part; metadata.continues_on_page says where the rest begins.",
    scope: "reports:read",
    effect: "read",
    price: 1,
    perSecond: 20,
    rest: { method: "POST", path: "/v1/search/fetch" },
    mcp: { tool: "fetch", isBare: true, quotes: true },
    input: z.strictObject({ id: z.string().min(1).max(60) }),
    output: Document,
    examples: [
      { title: "A page of a demo report", input: { id: "rep_vujzjgh7sqyi#0" } },
      { title: "A whole demo report", input: { id: "rep_vujzjgh7sqyi" } },
    ],
    run: (context, { id }) =>
      id.startsWith("art_") ? readArticle(db, context, id) : readReport(db, context, id),
  });

type DocumentAnswer = z.input<typeof Document>;

const notFound = () =>
  new Failure("report_not_found", { detail: "id: no document you may read has this id." });

async function readArticle(
  db: SearchOperationTools["db"],
  { caller }: Context,
  id: string,
): Promise<DocumentAnswer> {
  const article = caller.scopes.has("news:read") ? await findArticle(db, id) : undefined;
  if (!article) throw notFound();
  const { title, body, snippet, link, source, published_at, language } = article;
  return { id, title, text: body || snippet, url: link ?? "", metadata: { source, published_at, language } };
}

async function readReport(
  db: SearchOperationTools["db"],
  { caller, baseUrl }: Context,
  id: string,
): Promise<DocumentAnswer> {
  const [, reportId = "", passage] = PASSAGE_ID.exec(id) ?? [];
  const report = await requireReadReport(db, viewerOf(caller), reportId).catch((error: unknown) => {
    throw error instanceof Failure && error.code === "report_not_found" ? notFound() : error;
  });
  const texts = await listTexts(db, reportId, {
    passageNo: passage === undefined ? null : Number(passage),
    lettersMax: TEXT_LETTERS_MAX,
  });
  if (texts.length === 0) throw notFound();
  const page = passage === undefined ? null : (texts[0]?.page ?? null);
  return {
    id,
    title: page === null ? report.file_title : `${report.file_title}, page ${page}`,
    text: texts.map(({ text }) => text).join("\n\n"),
    url: `${baseUrl}/console/reports/${reportId}`,
    metadata: {
      report_id: reportId,
      page,
      continues_on_page: texts.at(-1)?.next_page ?? null,
      svc_entity_id: report.svc_entity_id,
      fiscal_year: report.fiscal_year,
      fiscal_period: report.fiscal_period,
    },
  };
}
