import { hash } from "node:crypto";
import { deriveId } from "../../../kernel/ids.ts";
import type { DetectLanguage } from "../../reports/index.ts";
import { type Sketch, sketchText } from "../clusters/sketch.ts";
import { dateByEvidence } from "../dates/date-by-evidence.ts";
import type { Fault, ReadArticle } from "../formats/format.ts";
import { htmlToText, shorten } from "../text/html-text.ts";
import { readLanguage } from "../text/languages.ts";
import { readWords, writeVector } from "../text/lexemes.ts";
import { listWeekKeys, weekOf } from "../text/time-keys.ts";

/** Where articles come from, and defaults for all of them. */
export interface Origin {
  /** Stored with every article and every count: the URL of a feed, the name of a file. */
  name: string;
  licence: string;
  fictional: boolean;
  /** For articles that do not say. */
  language: string | null;
  /** The base of relative URLs. */
  baseUrl: string | null;
}

export interface PreparedArticle {
  article_id: string;
  link: string | null;
  title: string;
  source: string | null;
  snippet: string;
  body: string;
  thumbnail: string | null;
  language: string;
  published_at: Date | null;
  date_state: string;
  date_evidence: string;
  week: number | null;
  words: string;
  keys: number[];
  sketch: Sketch;
}

const TITLE_MAX = 500;
const SNIPPET_MAX = 600;
const BODY_MAX = 100_000;
const SOURCE_MAX = 200;
const LINK_MAX = 2_000;
/** Articles are compared by their beginning, which a copy keeps even when shortened. */
const SKETCHED_CHARACTERS = 1_200;
/**
 * A shorter text is not distinctive without its headline: prices and payouts are reported in the same few words every
 * day.
 */
const DISTINCTIVE_CHARACTERS = 200;

/** Cleans and dates an article and extracts its words. Anything else is returned with its reason. */
export function prepareArticle(
  read: ReadArticle,
  origin: Origin,
  { now, detectLanguage }: { now: Date; detectLanguage: DetectLanguage },
): PreparedArticle | { fault: Fault } {
  const title = shorten(htmlToText(read.title), TITLE_MAX);
  if (title === "")
    return { fault: { reason: "no_title", detail: (read.link ?? read.id ?? "").slice(0, 200) } };
  const link = readLink(read.link, origin.baseUrl);
  if (link === null && read.id === null) return { fault: refuseLink(read.link) };
  const body = shorten(htmlToText(read.body), BODY_MAX);
  const snippet = shorten(htmlToText(read.snippet), SNIPPET_MAX);
  const language = findLanguage(read, origin) ?? detectLanguage(`${title} ${snippet}`) ?? "und";
  const dated = dateByEvidence(read.dates, now);
  const week = dated.published_at === null ? null : weekOf(dated.published_at);
  // A body that only repeats the excerpt adds nothing.
  const text = { title, snippet, body: body === snippet ? "" : body };
  const words = readWords(text, language);
  return {
    article_id: deriveId("art", identityOf(link) ?? `${read.id}`),
    link,
    title,
    source: shorten(htmlToText(read.source ?? ""), SOURCE_MAX) || hostOf(link),
    snippet,
    body: text.body,
    thumbnail: readLink(read.thumbnail, origin.baseUrl),
    language,
    ...dated,
    week,
    words: writeVector(words.places),
    keys: week === null ? [] : listWeekKeys({ language, week }, words.places.keys(), words.parts),
    sketch: sketchText({ title, text: sketchedText(text) }, language),
  };
}

/** The stated language of the article or its origin; null when it has to be detected. */
export function findLanguage({ language }: Pick<ReadArticle, "language">, origin: Origin): string | null {
  return readLanguage(language) ?? origin.language;
}

function sketchedText({ title, snippet, body }: { title: string; snippet: string; body: string }): string {
  const text = body.length >= snippet.length ? body : snippet;
  return (text.length >= DISTINCTIVE_CHARACTERS ? text : `${title} ${text}`).slice(0, SKETCHED_CHARACTERS);
}

/** An absolute http(s) URL, or null. */
function readLink(text: string | null, baseUrl: string | null): string | null {
  if (text === null || text.length > LINK_MAX) return null;
  const url = URL.parse(text.trim(), baseUrl ?? undefined);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" ? url.href : null;
}

function refuseLink(text: string | null): Fault {
  return text === null || text.trim() === ""
    ? { reason: "no_link", detail: "" }
    : { reason: "link_not_http", detail: text.slice(0, 200) };
}

/** The same article has URLs that differ only in tracking parameters. */
function identityOf(link: string | null): string | null {
  if (link === null) return null;
  const url = new URL(link);
  url.hash = "";
  for (const name of [...url.searchParams.keys()])
    if (/^(?:utm_\w+|fbclid|gclid|ocid|cmpid)$/.test(name)) url.searchParams.delete(name);
  const address = `${url.host}${url.pathname.replace(/\/$/, "")}${url.search}`;
  return hash("sha256", address);
}

function hostOf(link: string | null): string | null {
  return link === null ? null : new URL(link).hostname.replace(/^www\./, "");
}
