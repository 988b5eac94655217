import { Parser } from "htmlparser2";

const SILENT = new Set(["script", "style", "noscript", "template", "iframe", "svg", "head"]);
const BLOCKS =
  /^(?:p|div|br|li|ul|ol|h[1-6]|tr|td|th|table|section|article|blockquote|figure|figcaption|hr|dd|dt|dl)$/;

/** The visible text of HTML: no tags or scripts, entities decoded, white space collapsed. */
export function htmlToText(html: string): string {
  return /[<&]/.test(html) ? cleanText(stripTags(html)) : cleanText(html);
}

function stripTags(html: string): string {
  const parts: string[] = [];
  let hiddenDepth = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (SILENT.has(name)) hiddenDepth++;
        if (BLOCKS.test(name)) parts.push(" ");
      },
      ontext(text) {
        if (hiddenDepth === 0) parts.push(text);
      },
      onclosetag(name) {
        if (SILENT.has(name) && hiddenDepth > 0) hiddenDepth--;
        if (BLOCKS.test(name)) parts.push(" ");
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return parts.join("");
}

/** Control characters do not belong in a text; the database rejects NUL and lone surrogates. */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}\u200b\u2060\ufeff]+/gu, " ")
    .trim();
}

/** At most this many characters, cut at a word, with an ellipsis when shortened. */
export function shorten(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const cut = text.slice(0, charactersMax - 1).toWellFormed();
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end > charactersMax / 2 ? end : cut.length)}…`;
}
