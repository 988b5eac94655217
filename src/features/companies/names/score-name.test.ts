import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareWords, countEdits } from "./compare-words.ts";
import { foldName } from "./fold-name.ts";
import { addNameKeys, listAcronyms, listJoinedKeys, listTypoNumbers } from "./name-keys.ts";
import { scoreName } from "./score-name.ts";

const FREQUENT: Record<string, number> = {
  group: 0.1,
  holdings: 0.1,
  energy: 0.3,
  technology: 0.25,
  bank: 0.3,
};
const score = (requests: string, known: string) =>
  scoreName(foldName(requests), foldName(known), (word) => FREQUENT[word] ?? 1);

describe("scoreName", () => {
  it("is highest for the same name, whatever the legal form", () => {
    expect(score("Harbour Steel Inc.", "HARBOUR STEEL INCORPORATED")).toBe(1);
    expect(score("Harbour Steel", "Harbour Steel plc")).toBeGreaterThan(0.97);
  });

  it("tells funds of one sponsor apart by their numbers", () => {
    const query = "Lantern Acquisition Corp II";
    expect(score(query, "Lantern Acquisition Corp II")).toBeGreaterThan(0.97);
    for (const other of [
      "Lantern Acquisition Corp III",
      "Lantern Acquisition Corp",
      "Lantern Acquisition Corp IV",
    ])
      expect(score(query, other), other).toBeLessThan(0.75);
    expect(score("Lantern Acquisition Corp", "Lantern Acquisition Corp")).toBeGreaterThan(
      score("Lantern Acquisition Corp", "Lantern Acquisition Corp II"),
    );
    expect(score("Lantern Fund 7", "Lantern Fund 12")).toBeLessThan(
      score("Lantern Fund 7", "Lantern Fund 7"),
    );
  });

  it("prefers the same legal form among namesakes", () => {
    expect(score("Nordwind AG", "Nordwind Aktiengesellschaft")).toBeGreaterThan(
      score("Nordwind AG", "Nordwind Limited"),
    );
  });

  it("ranks the whole name, another word order, a part, a missing word and another company, in this order", () => {
    const ranked = [
      score("Harbour Steel", "Harbour Steel"),
      score("Steel Harbour", "Harbour Steel"),
      score("Harbour", "Harbour Steel Works"),
      score("Harbour Copper", "Harbour Steel"),
      score("Lakeside Copper", "Harbour Steel"),
    ];
    expect(ranked).toEqual(ranked.toSorted((a, b) => b - a));
    expect(new Set(ranked).size).toBe(ranked.length);
  });

  it("forgives a missing frequent word, not a missing rare one", () => {
    expect(score("Harbour Group", "Harbour plc")).toBeGreaterThan(0.7);
    expect(score("Quillon Energy", "Harbour Energy")).toBeLessThan(0.3);
  });

  it("matches typos, prefixes, plurals, joined and abbreviated words", () => {
    expect(score("Harbuor Steel", "Harbour Steel")).toBeGreaterThan(0.75);
    expect(score("harb", "Harbour")).toBeGreaterThan(0.75);
    expect(score("Harbour Systems", "Harbour System")).toBeGreaterThan(0.85);
    expect(score("JP Harbour", "JPHarbour & Co.")).toBeGreaterThan(0.95);
    expect(score("HarbourSteel Works", "Harbour Steel Works")).toBeGreaterThan(0.95);
    expect(score("Harbour Machs", "Harbour Machines")).toBeGreaterThan(0.9);
    expect(score("Harbour Pharmaceut.", "Harbour Pharmaceuticals Inc")).toBeGreaterThan(0.85);
  });

  it("corrects a short word only next to distinctive words", () => {
    expect(score("Hgh Harbour Steel", "High Harbour Steel")).toBeGreaterThan(0.8);
    expect(score("Harbour Gis", "Harbour Gas")).toBeGreaterThan(0.7);
    expect(score("Gis Energy", "Gas Energy")).toBeLessThan(0.56);
    expect(score("Gis", "Gas")).toBe(0);
    expect(score("Harbour Gold", "Harbour Gas")).toBeLessThan(0.56);
  });

  it("completes the last word only after words that match, not before them", () => {
    expect(score("Harbour Municp Bo", "Harbour Municipal Bonds Trust")).toBeGreaterThan(0.6);
    expect(score("Harbour Municp Bo", "Bonds Harbour Municipal Trust")).toBeLessThan(0.56);
  });

  it("prefers a complete name to the shorter of two unfinished words", () => {
    const [short, long] = [score("harb", "Harbor Sands"), score("harb", "Harbourmaster Sands")];
    expect(Math.abs(short - long)).toBeLessThan(0.03);
    expect(score("Harbur plc", "Harbour plc") - score("Harbur plc", "Harbour Fields plc")).toBeGreaterThan(
      0.05,
    );
  });

  it("barely accepts a brand with one extra word, and not a frequent word", () => {
    expect(score("Harbour Agriscience", "Harbour Inc")).toBe(0.58);
    expect(score("Energy Agriscience", "Energy Inc")).toBeLessThan(0.56);
    expect(score("Agriscience Harbour", "Harbour Inc")).toBeLessThan(0.56);
  });

  it("matches initials, but ranks them below a name", () => {
    expect(score("HSW", "Harbour Steel Works")).toBeGreaterThan(0.7);
    expect(score("HSW", "HSW Energy")).toBeGreaterThan(score("HSW", "Harbour Steel Works"));
    expect(score("HS", "Harbour Steel")).toBe(0);
  });

  it("compares scripts without spaces by their pairs", () => {
    expect(score("北風電機", "北風電機株式会社")).toBeGreaterThan(0.97);
    expect(score("北風電機", "北風電機工業股份有限公司")).toBeGreaterThan(0.75);
    expect(score("北風電機", "南海汽車")).toBe(0);
  });

  it("stays between 0 and 1 for any two texts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
        const value = score(a, b);
        return value >= 0 && value <= 1;
      }),
    );
  });
});

describe("compareWords", () => {
  it("distinguishes typos from other words", () => {
    expect(compareWords("harbor", "harbour")).toBeGreaterThan(0.8);
    expect(compareWords("hrabour", "harbour")).toBeGreaterThan(0.8);
    expect(compareWords("xarbour", "harbour")).toBeGreaterThan(0.7);
    expect(compareWords("lake", "harbour")).toBe(0);
    expect(compareWords("cat", "car")).toBe(0);
  });

  it("accepts a prefix for the word, but not the word for its prefix", () => {
    expect(compareWords("harb", "harbour")).toBeGreaterThan(0.85);
    expect(compareWords("harbourmaster", "harb")).toBe(0);
  });

  it("counts edits like the textbook algorithm, up to the limit", () => {
    expect(countEdits("kitten", "sitting", 5)).toBe(3);
    expect(countEdits("abcd", "abdc", 2)).toBe(1);
    expect(countEdits("abcdef", "uvwxyz", 2)).toBe(3);
  });
});

describe("search keys", () => {
  it("are the words, joined neighbours, all words joined and the initials", () => {
    const found = new Set<string>();
    addNameKeys(found, foldName("International Harbour Machines Corporation"));
    const keys = [...found];
    expect(keys).toEqual(
      expect.arrayContaining([
        "international",
        "internationalharbour",
        "harbourmachines",
        "ihm",
        "ihmc",
        "=internationalharbourmachines",
      ]),
    );
  });

  it("of a query join every two words in both orders", () => {
    expect(listJoinedKeys(["walt", "harbour"])).toEqual(["waltharbour", "harbourwalt"]);
  });

  it("contain no initials of two words or of other scripts", () => {
    expect(listAcronyms(foldName("Harbour Steel"))).toEqual([]);
    expect(listAcronyms(foldName("北風 電機 工業"))).toEqual([]);
  });

  it("share a typo key whenever one letter is wrong, missing, extra or swapped", () => {
    const word = fc.stringMatching(/^[a-z]{5,12}$/);
    fc.assert(
      fc.property(word, fc.nat(11), fc.nat(3), (text, place, kind) => {
        const at = place % (text.length - 1);
        const wrong = [
          text.slice(0, at) + text.slice(at + 1),
          `${text.slice(0, at)}q${text.slice(at)}`,
          `${text.slice(0, at)}q${text.slice(at + 1)}`,
          text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2),
        ][kind] as string; // kind is 0 to 3
        const numbers = new Set(listTypoNumbers(text));
        return wrong.length < 4 || listTypoNumbers(wrong).some((number) => numbers.has(number));
      }),
    );
  });
});
