import type { DateClue } from "../dates/date-by-evidence.ts";

/** An article as a publisher's format gives it, neither cleaned nor validated. */
export interface ReadArticle {
  /** The publisher's own identifier, for archives whose articles have no URL. */
  id: string | null;
  link: string | null;
  title: string;
  source: string | null;
  snippet: string;
  body: string;
  thumbnail: string | null;
  language: string | null;
  dates: readonly DateClue[];
}

/** Why something was not read; counted and shown, never thrown. */
export type Reason =
  | "not_a_feed"
  | "truncated"
  | "entity_declaration"
  | "item_too_large"
  | "wrong_encoding"
  | "malformed_json"
  | "malformed_item"
  | "no_title"
  | "no_link"
  | "link_not_http";

export interface Fault {
  reason: Reason;
  detail: string;
}

export type ReadItem = { article: ReadArticle } | { fault: Fault };

/** Parses one format piece by piece, so that a large file is never in memory as a whole. */
export interface FormatReader {
  write: (text: string) => ReadItem[];
  end: () => ReadItem[];
}

/** A longer field is not the text of an article. */
export const FIELD_CHARACTERS_MAX = 1_000_000;

export function fault(reason: Reason, detail: string): ReadItem {
  return { fault: { reason, detail: detail.slice(0, 300).toWellFormed() } };
}

export const EMPTY_ARTICLE: ReadArticle = {
  id: null,
  link: null,
  title: "",
  source: null,
  snippet: "",
  body: "",
  thumbnail: null,
  language: null,
  dates: [],
};
