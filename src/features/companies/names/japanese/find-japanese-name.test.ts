import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../../../test/database.ts";
import { companiesOf, lookUpAmong } from "../../../../../test/made-up-companies.ts";
import type { Lookup } from "../../lookup.ts";

const company = companiesOf("JP", "XJPX");

const COMPANIES = [
  company("Kitakaze Electric Co., Ltd.", { securities: [{ ticker: "900X", mic: "XJPX" }] }),
  company("Kitakaze Chemical Corporation"),
  company("Wakakusa Corporation"),
  company("NorthLantern Consulting Inc."),
  company("QZ Lantern Holdings Co., Ltd."),
  company("Aozora Lamp Ltd", { country: "GB", exchange: "XLON" }),
  company("Hoshizora Works Ltd", { other_names: [{ name: "夕焼工業株式会社", kind: "local" }] }),
  company("Yuyake Kogyo Co., Ltd."),
];

let lookUp: Lookup;
beforeAll(async () => {
  lookUp = await lookUpAmong(await freshDatabase(), COMPANIES);
});

const find = async (name: string) => (await lookUp({ name })).map((found) => found.name);

describe("a company known only by its English name", () => {
  it.each([
    ["北風電機", "Kitakaze Electric Co., Ltd."],
    ["株式会社北風電機", "Kitakaze Electric Co., Ltd."],
    ["北風電機（株）", "Kitakaze Electric Co., Ltd."],
    ["きたかぜ電機", "Kitakaze Electric Co., Ltd."],
    ["北風化学工業", "Kitakaze Chemical Corporation"],
    ["若草建設", "Wakakusa Corporation"],
    ["ノースランタン・コンサルティング", "NorthLantern Consulting Inc."],
    ["ﾉｰｽﾗﾝﾀﾝｺﾝｻﾙﾃｨﾝｸﾞ", "NorthLantern Consulting Inc."],
    ["ＱＺランタンホールディングス", "QZ Lantern Holdings Co., Ltd."],
    ["QZランタンＨＤ", "QZ Lantern Holdings Co., Ltd."],
  ])("is found by %s", async (name, expected) => {
    const [first] = await lookUp({ name });
    expect(first?.name).toBe(expected);
    expect(first?.match_score).toBeLessThan(0.9);
  });

  it("is looked for on the market of Japan only", async () => {
    expect(await find("青空ランプ")).toEqual([]);
  });

  it("stays among companies found by an identifier", async () => {
    expect(await lookUp({ ticker: "900X", name: "北風電機" })).toHaveLength(1);
    expect(await lookUp({ ticker: "900X", name: "若草建設" })).toEqual([]);
  });
});

it("a name in its own script comes first, and alone when it fits well", async () => {
  expect(await find("夕焼工業")).toEqual(["Hoshizora Works Ltd"]);
});

it("a trade alone finds nothing, nor does another brand or another trade", async () => {
  for (const name of [
    "電機",
    "化学工業",
    "ホールディングス",
    "南風電機",
    "北風銀行",
    "若葉建設",
    "コンサルティング",
  ])
    expect(await find(name), name).toEqual([]);
});
