import { z } from "zod";
import { FIELD_CHARACTERS_MAX, type FormatReader, fault, type ReadItem } from "./format.ts";

const LINE_CHARACTERS_MAX = 4 * FIELD_CHARACTERS_MAX;
const text = z.string().nullish().catch(null);

/** Also accepts the names that other programs use. */
const Line = z.object({
  id: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(null),
  link: text,
  url: text,
  title: text,
  headline: text,
  source: z
    .union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
    .nullish()
    .catch(null),
  snippet: text,
  description: text,
  summary: text,
  body: text,
  content: text,
  text: text,
  thumbnail: text,
  image: text,
  language: text,
  lang: text,
  published_at: text,
  publishedAt: text,
  published: text,
  date: text,
});

const DATE_FIELDS = ["published_at", "publishedAt", "published", "date"] as const;

/** Reads one JSON object per line. Any other line is reported and skipped. */
export function readJsonLines(): FormatReader {
  let rest = "";
  let lineNumber = 0;
  /** Inside a line so long that its start has already been dropped. */
  let overlong = false;
  const finish = (line: string): ReadItem[] => {
    lineNumber++;
    if (overlong || line.length > LINE_CHARACTERS_MAX) {
      overlong = false;
      return [fault("item_too_large", `line ${lineNumber}`)];
    }
    return line.trim() === "" ? [] : [readLine(line, lineNumber)];
  };
  return {
    write(chunk) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      const items = lines.flatMap(finish);
      if (rest.length > LINE_CHARACTERS_MAX) {
        rest = "";
        overlong = true;
      }
      return items;
    },
    end: () => (rest === "" && !overlong ? [] : finish(rest)),
  };
}

function readLine(line: string, lineNumber: number): ReadItem {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return fault("malformed_json", `line ${lineNumber}`);
  }
  const parsed = Line.safeParse(value);
  if (!parsed.success) return fault("malformed_item", `line ${lineNumber}`);
  const given = parsed.data;
  return {
    article: {
      id: given.id ?? null,
      link: given.link ?? given.url ?? null,
      title: given.title ?? given.headline ?? "",
      source: given.source ?? null,
      snippet: given.snippet ?? given.description ?? given.summary ?? "",
      body: given.body ?? given.content ?? given.text ?? "",
      thumbnail: given.thumbnail ?? given.image ?? null,
      language: given.language ?? given.lang ?? null,
      dates: DATE_FIELDS.flatMap((tag) => (given[tag] ? [{ tag, text: given[tag] }] : [])),
    },
  };
}
