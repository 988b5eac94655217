import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { counted as countedInGerman } from "./de/counted.ts";
import { german } from "./de/index.ts";
import { counted as countedInEnglish } from "./en/counted.ts";
import { english } from "./en/index.ts";
import { counted as countedInFrench } from "./fr/counted.ts";
import { french } from "./fr/index.ts";
import { japanese } from "./ja/index.ts";
import { LANGUAGES } from "./languages.ts";

/** Words that are the same in English, besides codes and names. */
const SAME: Record<string, string> = {
  de: "agent budget client code credits demo feeds format link name operation passkeys split splits status system text ticker webhooks optional",
  fr:
    "actions active agent agents application articles budget client code console date description e-mail exports format inactive menu page pages " +
    "question questions secret section sessions source sources suggestions table ticker type volume webhooks",
  ja: "",
};
const SAME_EVERYWHERE = "api cik csv florin json lei mcp ms ndjson parquet rest url xbrl";
/** Names of keys, commands, units, and the questions that the service understands in English only. */
const NOT_TRANSLATED = /^(ask\.examples\.\d|shell\.shortcuts\.keys\.\d+\.0|shell\.grantCommand|tryIt\.took)/;

const TRANSLATIONS = { de: german, fr: french, ja: japanese };
const ARGUMENTS = ["71", "72", "73", "74"];

describe.each(Object.entries(TRANSLATIONS))("the texts in %s", (language, catalogue) => {
  const original = listTexts(english);
  const translated = listTexts(catalogue);

  it("have every text, and no other", () => {
    expect([...translated.keys()]).toEqual([...original.keys()]);
  });

  it("are translated, except for words that are the same in both languages", () => {
    const same = new Set(`${SAME_EVERYWHERE} ${SAME[language]}`.split(" "));
    const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}[\p{L}-]+/gu) ?? [];
    const left = [...translated].filter(
      ([key, text]) =>
        text === original.get(key) &&
        !NOT_TRANSLATED.test(key) &&
        !wordsOf(text).every((word) => same.has(word)),
    );
    expect(left).toEqual([]);
  });

  it("show every value that the English text shows", () => {
    const lost = [...translated].filter(([key, text]) =>
      ARGUMENTS.some((value) => original.get(key)?.includes(value) && !text.includes(value)),
    );
    expect(lost).toEqual([]);
  });
});

describe("the typography", () => {
  const offending = (catalogue: object, pattern: RegExp) =>
    [...listTexts(catalogue)].filter(
      ([key, text]) => pattern.test(text) && !HAS_SYNTAX.test(key) && !NOT_TRANSLATED.test(key),
    );
  /** Texts that quote what is typed. */
  const HAS_SYNTAX = /placeholder$|keywordsHint$/;

  it("uses the quotation marks of the language", () => {
    expect(offending(german, /["”«»]|“[^\s.,:;?!)]/u)).toEqual([]);
    expect(offending(french, /["“”„']/u)).toEqual([]);
    expect(offending(japanese, /["“”'«»]/u)).toEqual([]);
  });

  it("has a narrow space that does not break before French punctuation", () => {
    expect(offending(french, /[^\u202f][;?!»](?!\/)|[^\u202f\d]:(?!\/)|«(?!\u202f)/u)).toEqual([]);
  });

  it("has full-width punctuation in Japanese", () => {
    expect(offending(japanese, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}」][:?!,()]/u)).toEqual(
      [],
    );
  });
});

describe("plurals", () => {
  it.each([
    ["en", countedInEnglish],
    ["de", countedInGerman],
    ["fr", countedInFrench],
  ])("follow the rules of %s", (language, counted) => {
    const rules = new Intl.PluralRules(language);
    const format = new Intl.NumberFormat(language);
    for (const count of [0, 1, 1.5, 2, 21, 1_000, 1_000_000, 1_500_000])
      expect(counted(format.format(count), "one", "other").endsWith(" one")).toBe(
        rules.select(count) === "one",
      );
  });

  it("put the French preposition after millions", () => {
    expect(countedInFrench("1\u202f000\u202f000", "appel", "appels")).toBe("1\u202f000\u202f000 d’appels");
    expect(countedInFrench("2\u202f000\u202f000", "crédit", "crédits")).toBe(
      "2\u202f000\u202f000 de crédits",
    );
  });
});

describe("the console", () => {
  it("formats numbers and dates in one place, by the language of the page", () => {
    const folder = path.join(import.meta.dirname, "..");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (file) => /\.tsx?$/.test(file) && !file.startsWith("dist") && !file.endsWith(".test.ts"),
    );
    const formatting = files.filter((file) =>
      /\bIntl\.|\.toLocale\w*String\(/.test(readFileSync(path.join(folder, file), "utf8")),
    );
    expect(formatting.toSorted()).toEqual(["texts/fr/counted.ts", "ui/format.ts"]);
  });

  it("has a folder of texts for each language", () => {
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.map(({ name }) => name).toSorted()).toEqual(LANGUAGES.toSorted());
  });
});

/** Each text by its path; functions are called, with several and with single things to count. */
function listTexts(texts: object, folder = ""): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([name, text]: [string, unknown]): [string, string][] => {
      const key = `${folder}${name}`;
      if (typeof text === "function")
        return [
          [key, String(text(...ARGUMENTS))],
          [`${key} of one`, String(text(...ARGUMENTS.map(() => "1")))],
        ];
      if (typeof text === "object" && text !== null) return [...listTexts(text, `${key}.`)];
      return [[key, String(text)]];
    }),
  );
}
