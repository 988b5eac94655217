import { beforeAll, describe, expect, it } from "vitest";
import { loadPinyin, type ToSyllables } from "../../../../platform/pinyin/index.ts";
import { foldName } from "../fold-name.ts";
import { cutChineseName, isChinese } from "./cut-chinese-name.ts";
import { readChineseName } from "./read-chinese-name.ts";
import { scoreReading } from "./score-reading.ts";
import { spellInitials, spellSounds } from "./spell-sounds.ts";

let toSyllables: ToSyllables;
beforeAll(async () => {
  toSyllables = await loadPinyin();
});

const cut = (name: string) => cutChineseName(name).map(({ text }) => text);

describe("cutChineseName", () => {
  it("takes the longest known word at each place", () => {
    expect(cut("河北明阳医药")).toEqual(["河北明阳", "医药"]);
    expect(cut("明阳生物科技集团")).toEqual(["明阳", "生物科技", "集团"]);
    expect(cut("内蒙古明阳新能源")).toEqual(["内蒙古", "明阳", "新能源"]);
    expect(cut("QX明阳电气")).toEqual(["QX", "明阳", "电气"]);
  });

  it("drops legal forms, marks of the exchange and classes of shares", () => {
    for (const name of [
      "明阳股份有限公司",
      "明阳股份",
      "*ST明阳",
      "ＳＴ明阳",
      "明阳Ａ",
      "明阳B股",
      "明阳-U",
      "退市明阳",
      "明阳退",
    ])
      expect(cut(name), name).toEqual(["明阳"]);
    expect(cut("明阳(集团)股份有限公司")).toEqual(["明阳", "集团"]);
    expect(cut("股份有限公司")).toEqual([]);
  });

  it("takes one character for a word only before a brand", () => {
    expect(cut("新明阳")).toEqual(["新", "明阳"]);
    expect(cut("明新阳")).toEqual(["明新阳"]);
  });
});

it("isChinese leaves Japanese and Korean names alone", () => {
  expect(isChinese("明阳医药")).toBe(true);
  for (const name of ["北風ガス", "株式会社北風", "주식회사", "Mingyang"])
    expect(isChinese(name)).toBe(false);
});

describe("spellSounds", () => {
  const spell = (han: string) => spellSounds(han, toSyllables);

  it("joins two syllables to a word, three to one, and cuts longer ones either way", () => {
    expect(spell("明阳")).toEqual(["mingyang"]);
    expect(spell("明阳达")).toEqual(["mingyangda"]);
    expect(spell("河北明阳")).toEqual(["hebei mingyang", "hebeimingyang"]);
    expect(spell("黑龙江明阳")).toContain("heilongjiang mingyang");
    expect(spell("明".repeat(9))).toEqual(["mingming mingming mingming mingming ming"]);
  });

  it("writes ü as u, v and yu", () => {
    expect(spell("吕明")).toEqual(["luming", "lvming", "lyuming"]);
  });

  it("knows the reading of a character in names beside the usual one", () => {
    expect(spell("明乐")).toEqual(["mingle", "mingyue"]);
  });

  it("makes initials of three or four syllables only", () => {
    expect(spellInitials("明阳达", toSyllables)).toBe("myd");
    expect(spellInitials("明阳", toSyllables)).toBeNull();
    expect(spellInitials("明阳达新宏", toSyllables)).toBeNull();
  });
});

describe("readChineseName", () => {
  const read = (name: string) =>
    readChineseName(name, toSyllables).map(({ parts }) =>
      parts.map(({ spellings }) => spellings[0]?.join(" ")).join(" "),
    );

  it("translates what can be translated, spells the rest, and tries initials", () => {
    expect(read("河北明阳医药")).toEqual([
      "hebei mingyang pharmaceutical",
      "hebei mingyang yiyao",
      "hbmy pharmaceutical",
    ]);
    expect(read("新明阳")).toEqual(["new mingyang", "xinmingyang", "xmy"]);
  });

  it("gives the places with an English name of their own that name", () => {
    expect(read("西藏明阳")).toEqual(["tibet mingyang"]);
    expect(read("陕西明阳")).toEqual(["shaanxi mingyang"]);
  });

  it("reads nothing where nothing is left", () => {
    expect(read("股份有限公司")).toEqual([]);
  });
});

describe("scoreReading", () => {
  const FREQUENT: Record<string, number> = {
    hebei: 0.3,
    pharmaceutical: 0.35,
    bank: 0.3,
    group: 0.1,
  };
  const score = (asked: string, known: string) =>
    Math.max(
      0,
      ...readChineseName(asked, toSyllables).map((reading) =>
        scoreReading(reading, foldName(known), (word) => FREQUENT[word] ?? 1),
      ),
    );

  it("is highest for the whole name, and never as high as a name in its own script", () => {
    const whole = score("河北明阳医药", "Hebei Mingyang Pharmaceutical Co., Ltd.");
    expect(whole).toBeGreaterThan(0.8);
    expect(whole).toBeLessThan(0.9);
    expect(score("明阳医药", "Hebei Mingyang Pharmaceutical Co., Ltd.")).toBeLessThan(whole);
    expect(score("明阳医药", "Hebei Mingyang Medicine Group")).toBeGreaterThan(0.6);
    expect(score("明阳达", "Hebei MYD Lantern Co., Ltd.")).toBeGreaterThan(0.6);
  });

  it("takes no sound for another", () => {
    expect(score("河北明阳医药", "Hebei Mingyuan Pharmaceutical Co., Ltd.")).toBe(0);
    expect(score("河北明阳医药", "Hunan Mingyang Pharmaceutical Co., Ltd.")).toBe(0);
    expect(score("明阳", "Mingyangda Co., Ltd.")).toBe(0);
  });

  it("refuses a company of another trade, and one that shares only the trade or the province", () => {
    expect(score("明阳医药", "Mingyang Lantern Bank")).toBeLessThan(0.56);
    expect(score("医药", "Hebei Pharmaceutical")).toBe(0);
    expect(score("河北医药", "Hebei Lantern Pharmaceutical")).toBe(0);
    expect(score("河北医药", "Hebei Pharmaceutical Group")).toBeGreaterThan(0.7);
  });

  it("accepts a name translated throughout only when nothing else is in it", () => {
    expect(score("黄河轴承", "Yellow River Bearings Limited")).toBeGreaterThan(0.7);
    expect(score("黄河轴承", "Yellow River Lantern Bearings")).toBe(0);
    expect(score("黄河", "Yellow River Limited")).toBe(0);
  });
});
