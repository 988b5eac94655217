import { beforeAll, describe, expect, it } from "vitest";
import { loadPinyin, type ToSyllables } from "../../../../platform/pinyin/index.ts";
import { isPinyin } from "./is-pinyin.ts";
import { spellLoosely } from "./spell-loosely.ts";
import { spellInitials, spellSounds } from "./spell-sounds.ts";

let toSyllables: ToSyllables;
beforeAll(async () => {
  toSyllables = await loadPinyin();
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

describe("spellLoosely", () => {
  it("bends syllables as English brands do, the least changed first", () => {
    const spellings = spellLoosely(["bo", "feng"]);
    expect(spellings.slice(0, 3)).toContain("bofon");
    expect(spellings).toContain("pofon");
    expect(spellings.indexOf("bofon")).toBeLessThan(spellings.indexOf("pofon"));
  });

  it("keeps away from regular spellings, which are other brands", () => {
    expect(spellLoosely(["jia", "xin"]).filter(isPinyin)).toEqual([]);
    expect(spellLoosely(["bo", "feng"])).not.toContain("bofen");
  });

  it("leaves one syllable and long names alone", () => {
    expect(spellLoosely(["bo"])).toEqual([]);
    expect(spellLoosely(["bo", "feng", "bo", "feng"])).toEqual([]);
  });
});

it("isPinyin knows words made of Mandarin syllables", () => {
  for (const word of ["mingyang", "xian", "boer", "zhongguo"]) expect(isPinyin(word), word).toBe(true);
  for (const word of ["bofon", "kinwong", "ming", "lantern"]) expect(isPinyin(word), word).toBe(false);
});
