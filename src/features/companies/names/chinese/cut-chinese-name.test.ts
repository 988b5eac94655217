import { describe, expect, it } from "vitest";
import { cutChineseName, isChinese, isMainlandForm } from "./cut-chinese-name.ts";

const cut = (name: string) => cutChineseName(name).map((parts) => parts.map(({ text }) => text).join("|"));

describe("cutChineseName", () => {
  it("looks for trades from the end, for places from the beginning, the longest word first", () => {
    expect(cut("河北明阳医药")).toEqual(["河北|明阳|医药"]);
    expect(cut("明阳生物科技集团")).toEqual(["明阳|生物科技|集团"]);
    expect(cut("内蒙古明阳新能源")).toEqual(["内蒙古|明阳|新能源"]);
    expect(cut("QX明阳电气")).toEqual(["QX|明阳|电气"]);
  });

  it("leaves a brand of two characters where a longer trade would leave one", () => {
    expect(cut("明光电器")[0]).toBe("明光|电器");
    expect(cut("明新能源")[0]).toBe("明新|能源");
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
    expect(cut("明阳(集团)股份有限公司")).toEqual(["明阳|集团"]);
    expect(cut("股份有限公司")).toEqual([]);
  });

  it("takes one character for a word only before a brand", () => {
    expect(cut("新明阳")[0]).toBe("新|明阳");
    expect(cut("明新阳")).toEqual(["明新阳"]);
  });

  it("tries single characters for trades at the end and for a place at the beginning", () => {
    expect(cut("明阳药")).toEqual(["明阳药", "明阳|药"]);
    expect(cut("明阳棉油")).toEqual(["明阳棉油", "明阳|棉|油"]);
    expect(cut("渝明阳")).toEqual(["渝明阳", "渝|明阳"]);
    expect(cut("徐糖")).toEqual(["徐糖", "徐|糖"]);
    expect(cut("药明")).toEqual(["药明"]);
  });

  it("reads traditional characters as simplified ones", () => {
    expect(cut("廣東明陽藥業")).toEqual(cut("广东明阳药业"));
  });
});

it("isChinese leaves Japanese and Korean names alone", () => {
  expect(isChinese("明阳医药")).toBe(true);
  for (const name of ["北風ガス", "株式会社北風", "주식회사", "Mingyang"])
    expect(isChinese(name)).toBe(false);
});

it("isMainlandForm knows what only mainland law and exchanges print", () => {
  for (const name of ["明阳股份", "*ST明阳", "明阳A"]) expect(isMainlandForm(name), name).toBe(true);
  for (const name of ["明阳", "明阳控股有限公司"]) expect(isMainlandForm(name), name).toBe(false);
});
