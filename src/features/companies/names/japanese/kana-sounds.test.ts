import { describe, expect, it } from "vitest";
import { cutMorae, toSounds } from "./kana-sounds.ts";

describe("toSounds", () => {
  it.each([
    ["カゼ", "kaze"],
    ["シチツフジ", "SiCiTufuJi"],
    ["キャシャチュジョ", "kyaSaCuJo"],
    ["ファティウィヴェデュ", "fatiwivedyu"],
    ["ニッポン", "niQpoN"],
    ["ランタン", "raNtaN"],
  ])("%s sounds %s", (kana, sounds) => {
    expect(toSounds(kana)).toBe(sounds);
  });

  it("hears a vowel held longer, however it is written", () => {
    expect(toSounds("トウキョウ")).toBe("to:kyo:");
    expect(toSounds("オオタワー")).toBe("o:tawa:");
    expect(toSounds("イノウエ")).toBe("ino:e");
    expect(toSounds("メイジ")).toBe("meiJi");
  });

  it("gives every kana a sound, also out of its place", () => {
    for (const { sounds } of cutMorae("ャァヮヷーッンッ")) expect(sounds).not.toBe("");
  });

  it("reads hiragana alike", () => {
    expect(toSounds("ひかりっこ")).toBe(toSounds("ヒカリッコ"));
  });
});

it("cutMorae keeps what is written small with what it stands behind", () => {
  expect(cutMorae("チャンファ").map(({ length }) => length)).toEqual([2, 1, 2]);
});
