import { EMPTY_ARTICLE, FIELD_CHARACTERS_MAX, type FormatReader, fault, type ReadItem } from "./format.ts";

const END = "</REUTERS>";

/** Reads the SGML of the Reuters-21578 collection: articles of 1987 without addresses, known by their number. */
export function readReutersSgml(): FormatReader {
  let rest = "";
  let overlong = false;
  const takeWhole = (): ReadItem[] => {
    const items: ReadItem[] = [];
    for (let end = rest.indexOf(END); end >= 0; end = rest.indexOf(END)) {
      items.push(
        overlong ? fault("item_too_large", "an article of the archive") : readArticle(rest.slice(0, end)),
      );
      overlong = false;
      rest = rest.slice(end + END.length);
    }
    if (rest.length > FIELD_CHARACTERS_MAX) {
      overlong = true;
      // Its end may be cut in two.
      rest = rest.slice(-END.length);
    }
    return items;
  };
  return {
    write(text) {
      rest += text;
      return takeWhole();
    },
    end: () => [...takeWhole(), ...(/<REUTERS/.test(rest) ? [fault("truncated", "inside an article")] : [])],
  };
}

function readArticle(sgml: string): ReadItem {
  const number = /\bNEWID="(\d+)"/.exec(sgml)?.[1];
  if (number === undefined) return fault("malformed_item", "an article without NEWID");
  const body = take(sgml, "BODY");
  return {
    article: {
      ...EMPTY_ARTICLE,
      id: `reuters-21578:${number}`,
      title: take(sgml, "TITLE") || firstLine(take(sgml, "TEXT")),
      source: "Reuters",
      snippet: body,
      body,
      language: "en",
      dates: [{ tag: "DATE", text: take(sgml, "DATE") }],
    },
  };
}

/** The text of an element. The collection marks its own control characters as `&#2;` and ends bodies with "Reuter". */
function take(sgml: string, name: string): string {
  const content = new RegExp(`<${name}(?: [^>]*)?>([\\s\\S]*?)(?:</${name}>|$)`).exec(sgml)?.[1] ?? "";
  return content
    .replace(/&#\d+;/g, " ")
    .replace(/\s+reuter\s*$/i, "")
    .trim();
}

function firstLine(text: string): string {
  const lines = text.replace(/<[^>]*>/g, "\n").split("\n");
  return lines.find((line) => line.trim() !== "")?.trim() ?? "";
}
