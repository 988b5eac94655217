import { describe, expect, it } from "vitest";
import { breakWords } from "./break-words.ts";
import { htmlToText, shorten } from "./html-text.ts";
import { readLanguage } from "./languages.ts";
import { splitSentences } from "./sentences.ts";
import { stemWord } from "./stem-word.ts";

const words = (text: string, language: string) => breakWords(text, language).flatMap((run) => run.words);

describe("words", () => {
  it("are split as each script requires", () => {
    expect(words("The U.S. company's AT&T-deal", "en")).toEqual(["the", "us", "company", "at", "t", "deal"]);
    expect(words("Größere Zölle", "de")).toEqual(["grossere", "zolle"]);
    expect(words("東京都の予算", "ja")).not.toContain("京都");
    expect(words("ｱｯﾌﾟﾙ", "ja").join("")).toBe("アップル");
    expect(words("가".repeat(700), "ko").map(({ length }) => length)).toEqual([60]);
  });

  it("are reduced to a light stem", () => {
    expect(
      ["rates", "companies", "taxes", "gas", "analysis", "q3s"].map((word) => stemWord(word, "en")),
    ).toEqual(["rate", "company", "tax", "gas", "analysis", "q3s"]);
    expect(stemWord("aktien", "de")).toBe(stemWord("aktie", "de"));
  });
});

describe("HTML", () => {
  it("is reduced to the text that a reader sees", () => {
    expect(
      htmlToText("<p>One</p><p>Two &amp; <b>three</b></p><script>alert(1)</script><style>x</style>"),
    ).toBe("One Two & three");
    expect(htmlToText("a < b and c > d")).toBe("a < b and c > d");
    expect(htmlToText("<img src=x onerror=alert(1)>Text")).toBe("Text");
    expect(htmlToText("A\u0000B\u200b  C")).toBe("A B C");
    expect(shorten("one two three four", 12)).toBe("one two…");
  });
});

describe("languages and sentences", () => {
  it("are recognized as publishers write them", () => {
    expect(["en-GB", "zh_CN", "German", "xx", "", null].map(readLanguage)).toEqual([
      "en",
      "zh",
      "de",
      null,
      null,
      null,
    ]);
    expect(splitSentences("Acme Inc. rose 3.5 percent. Mr. Smith sold. It was Friday.", "en")).toEqual([
      "Acme Inc. rose 3.5 percent.",
      "Mr. Smith sold.",
      "It was Friday.",
    ]);
    expect(splitSentences("売上高は増えた。利益は減った。", "ja")).toHaveLength(2);
  });
});
