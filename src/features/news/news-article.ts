import { z } from "zod";
import type { ArticleRow } from "./search/store.ts";
import { thumbnailUrl } from "./thumbnail.ts";

export const NewsArticle = z
  .object({
    date: z.string().describe("Publication date in UTC, `Month DD, YYYY`"),
    link: z.string().describe("URL of the article; empty when it is not on the web"),
    title: z.string().describe("Headline"),
    source: z.string().nullable().describe("Publisher name; null if unavailable"),
    snippet: z.string().describe("Excerpt"),
    position: z.int().describe("1-based rank in the results"),
    thumbnail: z.string().describe("URL of an image for the publisher, served by this service"),
    article_id: z.string().describe("Identifier of the article"),
    published_at: z.string().describe("Time of publication, ISO 8601 in UTC"),
    date_evidence: z.string().describe("Where the date was read, and what stood there"),
    language: z.string().describe("ISO 639-1 code"),
    svc_entity_id: z.array(z.string()).describe("Companies the article mentions"),
    cluster_id: z.string().describe("The same for all articles about one story in nearly the same words"),
    source_count: z.int().describe("Independent publishers of the story"),
    article_count: z.int().describe("Copies of the story"),
    fictional: z.boolean().describe("True for fictional demo news"),
  })
  .meta({ id: "NewsArticle" });

const DAY = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "long",
  day: "2-digit",
  timeZone: "UTC",
});
const SNIPPET_MAX = 500;

export function presentArticle(
  row: ArticleRow,
  { position, baseUrl }: { position: number; baseUrl: string },
): z.input<typeof NewsArticle> {
  return {
    date: DAY.format(new Date(row.published_at)),
    link: row.link ?? "",
    title: row.title,
    source: row.source,
    snippet: row.snippet || row.body.slice(0, SNIPPET_MAX),
    position,
    thumbnail: thumbnailUrl(baseUrl, row.source),
    article_id: row.article_id,
    published_at: row.published_at,
    date_evidence: row.date_evidence,
    language: row.language,
    svc_entity_id: row.svc_entity_id,
    cluster_id: `story_${row.cluster_no}`,
    source_count: row.source_count,
    article_count: row.article_count,
    fictional: row.fictional,
  };
}
