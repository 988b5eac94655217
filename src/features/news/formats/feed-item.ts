import type { DateClue } from "../dates/date-by-evidence.ts";
import type { ReadItem } from "./format.ts";

/** What the feed states for all its items. */
export interface FeedDefaults {
  title: string;
  language: string | null;
}

/** An item with its elements by name. */
export interface FeedItem {
  fields: Map<string, string>;
  links: Record<string, string>[];
  images: string[];
  about: string | null;
}

/** In order of how well they state when an article was first published. */
const DATE_TAGS = [
  "pubdate",
  "published",
  "dc:date",
  "dcterms:issued",
  "dc:date.issued",
  "prism:publicationdate",
  "dcterms:created",
  "atom:published",
  "issued",
  "created",
  "updated",
  "atom:updated",
  "dcterms:modified",
  "modified",
];

/** The original spelling of those tags that are not in lower case. */
const TAG_SPELLINGS: Readonly<Record<string, string>> = {
  pubdate: "pubDate",
  "prism:publicationdate": "prism:publicationDate",
};

export function toArticle(item: FeedItem, defaults: FeedDefaults): ReadItem {
  const { fields } = item;
  const full = fields.get("content:encoded") ?? fields.get("content") ?? "";
  const short = fields.get("description") ?? fields.get("summary") ?? "";
  return {
    article: {
      id: null,
      link: findLink(item),
      title: fields.get("title") ?? fields.get("media:title") ?? "",
      source: fields.get("source") || fields.get("dc:publisher") || defaults.title || null,
      snippet: short || full,
      body: full,
      thumbnail: item.images[0] ?? null,
      language: fields.get("dc:language") ?? defaults.language,
      dates: listDates(fields),
    },
  };
}

function findLink({ fields, links, about }: FeedItem): string | null {
  const alternate = links.find(({ rel = "alternate" }) => rel === "alternate") ?? null;
  const guid = fields.get("guid")?.trim() ?? fields.get("id")?.trim() ?? "";
  return (
    fields.get("link")?.trim() ||
    alternate?.["href"] ||
    about ||
    (/^https?:\/\//i.test(guid) ? guid : null) ||
    null
  );
}

function listDates(fields: ReadonlyMap<string, string>): DateClue[] {
  return DATE_TAGS.flatMap((name) => {
    const text = fields.get(name);
    return text === undefined ? [] : [{ tag: TAG_SPELLINGS[name] ?? name, text }];
  });
}
