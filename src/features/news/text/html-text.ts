import { Parser } from "htmlparser2";

const SILENT = new Set(["script", "style", "noscript", "template", "iframe", "svg", "head"]);
const BLOCKS =
  /^(?:p|div|br|li|ul|ol|h[1-6]|tr|td|th|table|section|article|blockquote|figure|figcaption|hr|dd|dt|dl)$/;

/** What a reader sees of HTML: no tags, no scripts, entities as letters, each run of white space one space. */
export function htmlToText(html: string): string {
  return /[<&]/.test(html) ? tidy(stripTags(html)) : tidy(html);
}

function stripTags(html: string): string {
  const parts: string[] = [];
  let silent = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (SILENT.has(name)) silent++;
        if (BLOCKS.test(name)) parts.push(" ");
      },
      ontext(text) {
        if (silent === 0) parts.push(text);
      },
      onclosetag(name) {
        if (SILENT.has(name) && silent > 0) silent--;
        if (BLOCKS.test(name)) parts.push(" ");
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return parts.join("");
}

/** Control characters have no place in a text; the database refuses NUL and halves of surrogate pairs. */
function tidy(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}\u200b\u2060\ufeff]+/gu, " ")
    .trim();
}

/** At most so many characters, ended at a word and marked where something was left out. */
export function shorten(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const cut = text.slice(0, charactersMax - 1).toWellFormed();
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end > charactersMax / 2 ? end : cut.length)}…`;
}
