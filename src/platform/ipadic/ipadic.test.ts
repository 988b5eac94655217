import { beforeAll, describe, expect, it } from "vitest";
import { type ListReadings, loadReadings } from "./index.ts";
import { learnReadings } from "./learn-readings.ts";

let listReadings: ListReadings;
beforeAll(async () => {
  listReadings = await loadReadings();
});

const read = (text: string, at = 0) => listReadings(text, at).map(({ length, kana }) => `${length}${kana}`);

describe("listReadings", () => {
  it("lists every word that begins at a place, with every reading", () => {
    expect(read("銀行員")).toEqual(expect.arrayContaining(["1ギン", "2ギンコウ", "3ギンコウイン"]));
    expect(read("大銀行", 1)).toEqual(expect.arrayContaining(["2ギンコウ"]));
    expect(read("大和")).toEqual(expect.arrayContaining(["2ヤマト", "2ダイワ"]));
  });

  it("knows readings that a character has only in compounds", () => {
    expect(read("命")).toEqual(expect.arrayContaining(["1イノチ", "1メイ"]));
  });

  it("finds nothing where no word begins", () => {
    expect(read("")).toEqual([]);
    expect(read("銀行", 2)).toEqual([]);
    expect(read("\u{2A700}")).toEqual([]);
  });
});

it("learnReadings believes what two words show, not what one does", () => {
  const pairs = [
    { whole: ["メイレイ"], second: ["レイ"] },
    { whole: ["メイジル", "メイニチ"], second: ["ニチ", "ヒ"] },
    { whole: ["イノチトリ"], second: ["トリ"] },
    { whole: ["ンメイ", "ンレイ"], second: ["メイ", "レイ"] },
  ];
  expect(learnReadings(pairs)).toEqual(["メイ"]);
});
