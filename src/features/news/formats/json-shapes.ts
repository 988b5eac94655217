import { z } from "zod";
import type { DateClue } from "../dates/date-by-evidence.ts";
import { EMPTY_ARTICLE, fault, type ReadArticle, type ReadItem } from "./format.ts";

const text = z.string().nullish().catch(null);
const clue = (tag: string, value: string | null | undefined): DateClue[] =>
  value ? [{ tag, text: value }] : [];

/** One service's JSON format for articles. */
interface Shape {
  name: string;
  /** The list of items, when the document has this shape. */
  find: (document: Record<string, unknown>) => unknown[] | null;
  /** What the document states for all of its items. */
  about?: (document: Record<string, unknown>) => Partial<ReadArticle> & { saidAt?: string | undefined };
  read: (item: unknown, about: { saidAt?: string | undefined }) => Partial<ReadArticle>;
}

function listAt(document: Record<string, unknown>, name: string): unknown[] | null {
  return Array.isArray(document[name]) ? document[name] : null;
}

const JsonFeedItem = z.object({
  id: z.union([z.string(), z.number().transform(String)]).nullish(),
  url: text,
  external_url: text,
  title: text,
  summary: text,
  content_html: text,
  content_text: text,
  image: text,
  banner_image: text,
  date_published: text,
  date_modified: text,
  language: text,
});

const jsonFeed: Shape = {
  name: "JSON Feed",
  find: (document) =>
    typeof document["version"] === "string" && document["version"].includes("jsonfeed.org")
      ? (listAt(document, "items") ?? [])
      : null,
  about: (document) => ({
    source: text.parse(document["title"]) ?? null,
    language: text.parse(document["language"]) ?? null,
  }),
  read(given) {
    const item = JsonFeedItem.parse(given);
    const body = item.content_html ?? item.content_text ?? "";
    return {
      link: item.url ?? item.external_url ?? (/^https?:/.test(item.id ?? "") ? (item.id ?? null) : null),
      title: item.title ?? "",
      snippet: item.summary ?? body,
      body,
      thumbnail: item.image ?? item.banner_image ?? null,
      ...(item.language ? { language: item.language } : {}),
      dates: [...clue("date_published", item.date_published), ...clue("date_modified", item.date_modified)],
    };
  },
};

const GdeltItem = z.object({
  url: text,
  title: text,
  seendate: text,
  socialimage: text,
  domain: text,
  language: text,
});

const gdelt: Shape = {
  name: "GDELT DOC 2.0",
  find: (document) => {
    const items = listAt(document, "articles");
    return items?.some((item) => typeof item === "object" && item !== null && "seendate" in item)
      ? items
      : null;
  },
  read(given) {
    const item = GdeltItem.parse(given);
    return {
      link: item.url ?? null,
      title: item.title ?? "",
      source: item.domain ?? null,
      thumbnail: item.socialimage ?? null,
      language: item.language ?? null,
      dates: clue("seendate", item.seendate),
    };
  },
};

const NewsApiItem = z.object({
  source: z.object({ name: text }).nullish().catch(null),
  title: text,
  description: text,
  url: text,
  urlToImage: text,
  publishedAt: text,
  content: text,
});

const newsApi: Shape = {
  name: "NewsAPI",
  find: (document) =>
    "totalResults" in document || document["status"] === "ok" ? listAt(document, "articles") : null,
  read(given) {
    const item = NewsApiItem.parse(given);
    return {
      link: item.url ?? null,
      title: item.title ?? "",
      source: item.source?.name ?? null,
      snippet: item.description ?? "",
      // The service truncates the text and says by how much: "… [+2154 chars]".
      body: (item.content ?? "").replace(/\s*…?\s*\[\+\d+ chars\]\s*$/, ""),
      thumbnail: item.urlToImage ?? null,
      dates: clue("publishedAt", item.publishedAt),
    };
  },
};

const SerpItem = z.object({
  link: text,
  title: text,
  source: z
    .union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
    .nullish()
    .catch(null),
  snippet: text,
  date: text,
  iso_date: text,
  published_at: text,
  thumbnail: text,
});

const serpApi: Shape = {
  name: "SerpAPI news",
  find: (document) => listAt(document, "news_results")?.flatMap(expandStories) ?? null,
  about: (document) => {
    const parameters = z.object({ hl: text }).catch({}).parse(document["search_parameters"]);
    const metadata = z.object({ created_at: text }).catch({}).parse(document["search_metadata"]);
    return { language: parameters.hl ?? null, saidAt: metadata.created_at?.replace(/\s+UTC$/, "Z") };
  },
  read(given, { saidAt }) {
    const item = SerpItem.parse(given);
    return {
      link: item.link ?? null,
      title: item.title ?? "",
      source: item.source ?? null,
      snippet: item.snippet ?? "",
      thumbnail: item.thumbnail ?? null,
      dates: [
        ...clue("iso_date", item.iso_date),
        ...clue("published_at", item.published_at),
        ...clue("date", item.date).map((given) => ({ ...given, saidAt })),
      ],
    };
  },
};

/** A result may be a story with its articles. */
function expandStories(item: unknown): unknown[] {
  const { highlight, stories } = z
    .object({ highlight: z.unknown(), stories: z.array(z.unknown()).nullish() })
    .catch({ highlight: undefined, stories: null })
    .parse(item);
  if (!stories) return highlight === undefined ? [item] : [highlight];
  return highlight === undefined ? stories : [highlight, ...stories];
}

const SHAPES: readonly Shape[] = [jsonFeed, serpApi, gdelt, newsApi];

/** The articles of a JSON document in any of the known shapes. */
export function readJsonDocument(document: unknown): ReadItem[] {
  const object = z.record(z.string(), z.unknown()).safeParse(document);
  for (const shape of object.success ? SHAPES : []) {
    const items = shape.find(object.data ?? {});
    if (items === null) continue;
    const { saidAt, ...defaults } = shape.about?.(object.data ?? {}) ?? {};
    return items.map((item) => readItem(shape, item, { saidAt, defaults }));
  }
  return [fault("not_a_feed", "the JSON is not in a known format")];
}

function readItem(
  shape: Shape,
  item: unknown,
  { saidAt, defaults }: { saidAt: string | undefined; defaults: Partial<ReadArticle> },
): ReadItem {
  try {
    return { article: { ...EMPTY_ARTICLE, ...defaults, ...shape.read(item, { saidAt }) } };
  } catch (error) {
    if (error instanceof z.ZodError)
      return fault("malformed_item", `${shape.name}: ${error.issues[0]?.message}`);
    throw error;
  }
}
