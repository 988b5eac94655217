import { beforeAll, describe, expect, it } from "vitest";
import { type ListReadings, loadReadings } from "../../../../platform/ipadic/index.ts";
import { hearWords } from "./hear-words.ts";
import { readJapaneseName } from "./read-japanese-name.ts";
import { growTree } from "./word-tree.ts";

let listReadings: ListReadings;
beforeAll(async () => {
  listReadings = await loadReadings();
});

/** What a letter may cost for a word by itself to be taken for the name. */
const NEAR = 0.035;

/** The words heard clearly in all of a name. */
function hear(japanese: string, words: string): string[] {
  const name = readJapaneseName(japanese, listReadings);
  const heard = hearWords(name, growTree(words.split(" ")));
  return [...heard].flatMap(([word, places]) =>
    places.some(({ from, to, cost }) => to - from === name.text.length && cost <= NEAR * word.length)
      ? [word]
      : [],
  );
}

describe("words written in kanji and hiragana", () => {
  it.each([
    ["東京", "tokyo"],
    ["神戸", "kobe"],
    ["大阪", "osaka"],
    ["新橋", "shimbashi"],
    ["新橋", "shinbashi"],
    ["大森", "ohmori"],
    ["北海道", "hokkaido"],
    ["ひかり", "hikari"],
    // As names are folded, without the e behind a vowel.
    ["前田", "mada"],
  ])("%s is heard in %s", (japanese, word) => {
    expect(hear(japanese, word)).toEqual([word]);
  });

  it("are read in more than one way", () => {
    expect(hear("大和", "yamato daiwa owari").toSorted()).toEqual(["daiwa", "yamato"]);
  });

  it("are read character by character where the dictionary has no word", () => {
    expect(hear("極灯", "kyokuto")).toEqual(["kyokuto"]);
    expect(hear("国灯", "kokuto")).toEqual(["kokuto"]);
  });

  it("are not foreign words", () => {
    expect(hear("ひかる", "hickal")).toEqual([]);
  });
});

describe("words written in katakana", () => {
  it.each([
    ["コンサルティング", "consulting"],
    ["テクノロジー", "technology"],
    ["ランタン", "lantern"],
    ["タワー", "tower"],
    ["スクエア", "square"],
    ["クイック", "quick"],
    ["ファクトリー", "factory"],
    ["キャンドル", "candle"],
    ["ビジョン", "vision"],
    ["ネイチャー", "nature"],
    ["ボックス", "box"],
    ["ブリッジ", "bridge"],
    ["ヴィレッジ", "village"],
    ["カゼ", "kaze"],
    // As names were registered before small kana were.
    ["リヨカン", "ryokan"],
  ])("%s is heard in %s", (japanese, word) => {
    expect(hear(japanese, word)).toEqual([word]);
  });

  it("are no other word that sounds somewhat alike", () => {
    expect(hear("ランタン", "london linden rental")).toEqual([]);
    expect(hear("タワー", "tire tear toy")).toEqual([]);
    expect(hear("ボックス", "books")).toEqual([]);
    expect(hear("カゼ", "kazo koze cuisine")).toEqual([]);
  });
});

it("says where each word is heard", () => {
  const name = readJapaneseName("ノースランタン", listReadings);
  const heard = hearWords(name, growTree(["north", "lantern"]));
  expect(heard.get("north")?.map(({ from, to }) => [from, to])).toEqual([[0, 3]]);
  expect(heard.get("lantern")?.map(({ from, to }) => [from, to])).toEqual([[3, 7]]);
});

it("letters are themselves, also by their Japanese names", () => {
  expect(hear("ＱＺ", "qz")).toEqual(["qz"]);
  expect(hear("キュー・ゼット", "qz")).toEqual(["qz"]);
});
