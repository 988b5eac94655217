import { readFeedXml } from "./feed-xml.ts";
import { type FormatReader, fault, type ReadItem } from "./format.ts";
import { readJsonLines } from "./json-lines.ts";
import { readJsonDocument } from "./json-shapes.ts";

const DOCUMENT_CHARACTERS_MAX = 64_000_000;
const LOOK_CHARACTERS = 4_096;

/** Reads articles in any known format, detected from the content rather than from its name. */
export function readAnyFormat(): FormatReader {
  let reader: FormatReader | null = null;
  let held = "";
  const choose = (): ReadItem[] => {
    reader = detectFormat(held);
    const first = held;
    held = "";
    return reader.write(first);
  };
  return {
    write(text) {
      if (reader !== null) return reader.write(text);
      held += text;
      return held.trimStart().length < LOOK_CHARACTERS ? [] : choose();
    },
    end() {
      const items = reader === null ? choose() : [];
      return [...items, ...(reader?.end() ?? [])];
    },
  };
}

function detectFormat(beginning: string): FormatReader {
  const text = beginning.trimStart();
  if (text.startsWith("<")) return readFeedXml();
  return isOneDocument(text) ? readWholeJson() : readJsonLines();
}

/** A line that is a complete object is one of many; a document starts one that continues. */
function isOneDocument(text: string): boolean {
  if (text.startsWith("[")) return true;
  const [line = ""] = text.split("\n", 1);
  const isWhole = (json: string) => {
    try {
      JSON.parse(json);
      return true;
    } catch {
      return false;
    }
  };
  if (/^\{\s*"(?:version|status|totalResults|articles|news_results|search_metadata)"/.test(text)) return true;
  return !isWhole(line) && /^\{\s*$/.test(line);
}

function readWholeJson(): FormatReader {
  const parts: string[] = [];
  let characters = 0;
  return {
    write(text) {
      characters += text.length;
      if (characters <= DOCUMENT_CHARACTERS_MAX) parts.push(text);
      return [];
    },
    end() {
      if (characters > DOCUMENT_CHARACTERS_MAX) return [fault("item_too_large", "the JSON document")];
      try {
        return readJsonDocument(JSON.parse(parts.join("")));
      } catch {
        return [fault("malformed_json", "the document is not complete JSON")];
      }
    },
  };
}
