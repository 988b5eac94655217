import { beforeAll, expect, it } from "vitest";
import { loadPinyin, type ToSyllables } from "../../../../platform/pinyin/index.ts";
import { type ChineseReading, readChineseName, readFreely } from "./read-chinese-name.ts";

let toSyllables: ToSyllables;
beforeAll(async () => {
  toSyllables = await loadPinyin();
});

const read = (name: string, brand: ChineseReading["brand"] = "spelt") =>
  [...readChineseName(name, toSyllables), ...readFreely(name, toSyllables)]
    .filter((reading) => reading.brand === brand)
    .map(({ parts }) => parts.map(({ spellings }) => spellings[0]?.join(" ")).join(" "));

it("translates what can be translated and spells the rest", () => {
  expect(read("河北明阳医药")).toEqual(["hebei mingyang pharmaceutical", "hebei mingyang yiyao"]);
  expect(read("新明阳")).toEqual(["new mingyang", "xinmingyang", "xinjiang mingyang"]);
  expect(read("徐糖")).toEqual(["xutang", "xuzhou sugar", "xuzhou tang"]);
});

it("tries initials, what sounds alike, and what the brand means", () => {
  expect(read("明阳达医药", "initials")).toEqual(["myd pharmaceutical"]);
  expect(read("博峰医药", "alike")).toEqual(["bofon pharmaceutical"]);
  expect(read("白鹿医药", "meant")).toEqual(["whitedeer pharmaceutical"]);
  expect(read("明阳医药", "initials")).toEqual([]);
  expect(read("明阳医药", "meant")).toEqual([]);
});

it("gives the places with an English name of their own that name", () => {
  expect(read("西藏明阳")).toEqual(["tibet mingyang"]);
  expect(read("陕西明阳")).toEqual(["shaanxi mingyang"]);
});

it("takes the first of several trades for a brand where there is no other", () => {
  expect(read("轴承投资")).toContain("zhoucheng investment");
});

it("reads nothing where nothing but a trade is left", () => {
  for (const name of ["股份有限公司", "医药", "医药股份"]) expect(read(name), name).toEqual([]);
});
