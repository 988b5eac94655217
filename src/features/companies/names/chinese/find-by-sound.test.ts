import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../../../test/database.ts";
import { companiesOf, lookUpAmong } from "../../../../../test/made-up-companies.ts";
import type { Lookup } from "../../lookup.ts";

const company = companiesOf("CN", "XSHE");

const COMPANIES = [
  company("Hebei Mingyang Pharmaceutical Co., Ltd.", { securities: [{ ticker: "900001", mic: "XSHE" }] }),
  company("Hunan Qingquan Lantern Technology Co., Ltd."),
  company("Norfolk Qingquan Lantern Technology Ltd", { country: "GB", exchange: "XLON" }),
  company("QLX Lantern Co., Ltd."),
  company("QLX Holdings Inc.", { country: "US", exchange: "XNYS" }),
  company("Hulunbuir Lvyuan Dairy Co., Ltd."),
  company("Shandong Bofon Valve Co., Ltd."),
  company("Henan Taiming Valve Co., Ltd."),
  company("Jiangsu Taiming Bearing Co., Ltd."),
  company("Linghao Valve Holdings Ltd", { country: "HK", exchange: "XHKG" }),
  company("Linghao Bearing Co. Class H", {
    country: "DE",
    exchange: "XFRA",
    securities: [{ isin: "CNE100009TT6", ticker: "LHF", mic: "XFRA" }],
  }),
  company("Northwind Lamp Works Ltd", { other_names: [{ name: "清泉", kind: "local" }] }),
];

let lookUp: Lookup;
beforeAll(async () => {
  lookUp = await lookUpAmong(await freshDatabase(), COMPANIES);
});

const find = async (name: string) => (await lookUp({ name })).map((found) => found.name);

describe("a company known only by its English name", () => {
  it.each([
    ["河北明阳医药", "Hebei Mingyang Pharmaceutical Co., Ltd."],
    ["河北明阳医药股份有限公司", "Hebei Mingyang Pharmaceutical Co., Ltd."],
    ["*ST明阳", "Hebei Mingyang Pharmaceutical Co., Ltd."],
    ["明阳制药", "Hebei Mingyang Pharmaceutical Co., Ltd."],
    ["清泉科技", "Hunan Qingquan Lantern Technology Co., Ltd."],
    ["呼伦贝尔绿源乳业", "Hulunbuir Lvyuan Dairy Co., Ltd."],
  ])("is found by %s", async (name, expected) => {
    const [first] = await lookUp({ name });
    expect(first?.name).toBe(expected);
    expect(first?.match_score).toBeLessThan(0.9);
  });

  it("is found by its initials, on a Chinese market only", async () => {
    expect(await find("清灵新")).toEqual(["QLX Lantern Co., Ltd."]);
  });

  it("comes before one elsewhere that sounds the same", async () => {
    expect(await find("青泉")).toEqual([
      "Hunan Qingquan Lantern Technology Co., Ltd.",
      "Norfolk Qingquan Lantern Technology Ltd",
    ]);
  });

  it("is found by something like its sound where nothing has it to the letter", async () => {
    expect(await find("博峰阀门")).toEqual(["Shandong Bofon Valve Co., Ltd."]);
    expect(await find("博峰医药")).toEqual([]);
  });

  it("is clearly meant by its brand alone only when no other has it", async () => {
    const [alone] = await lookUp({ name: "明阳股份" });
    const namesakes = await lookUp({ name: "泰明股份" });
    expect(alone?.match_score).toBeGreaterThan(0.7);
    expect(namesakes).toHaveLength(2);
    for (const { match_score } of namesakes) expect(match_score).toBeLessThan(0.7);
  });

  it("is on the mainland when its form is, wherever its shares are traded", async () => {
    expect(await find("灵昊股份")).toEqual(["Linghao Bearing Co. Class H"]);
    expect(await find("灵昊控股")).toEqual(["Linghao Valve Holdings Ltd"]);
  });

  it("stays among companies found by an identifier", async () => {
    expect(await lookUp({ ticker: "900001", name: "明阳医药" })).toHaveLength(1);
    expect(await lookUp({ ticker: "900001", name: "清泉医药" })).toEqual([]);
  });
});

it("a name in its own script comes first, and alone when it fits well", async () => {
  expect(await find("清泉")).toEqual(["Northwind Lamp Works Ltd"]);
});

it("a trade alone finds nothing, nor does another brand of the same trade", async () => {
  for (const name of ["医药", "医药科技", "科技集团", "河北明源医药", "湖南明阳医药", "明阳银行"])
    expect(await find(name), name).toEqual([]);
});
