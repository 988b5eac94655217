import { beforeAll, expect, it } from "vitest";
import { loadPinyin, type ToSyllables } from "../../../../platform/pinyin/index.ts";
import { foldName } from "../fold-name.ts";
import { readChineseName, readFreely } from "./read-chinese-name.ts";
import { scoreReading } from "./score-reading.ts";

let toSyllables: ToSyllables;
beforeAll(async () => {
  toSyllables = await loadPinyin();
});

/** As many companies have these words; every other word is rare. */
const FREQUENT: Record<string, number> = {
  hebei: 0.3,
  weihai: 0.6,
  pharmaceutical: 0.35,
  bank: 0.3,
  group: 0.1,
};
const score = (asked: string, known: string) =>
  Math.max(
    0,
    ...[...readChineseName(asked, toSyllables), ...readFreely(asked, toSyllables)].map((reading) =>
      scoreReading(reading, foldName(known), (word) => FREQUENT[word] ?? 1),
    ),
  );

/** Below this a look-up gives no answer. */
const REFUSED = 0.56;

it("is highest for the whole name, and never as high as a name in its own script", () => {
  const whole = score("河北明阳医药", "Hebei Mingyang Pharmaceutical Co., Ltd.");
  expect(whole).toBeGreaterThan(0.8);
  expect(whole).toBeLessThan(0.9);
  expect(score("明阳医药", "Hebei Mingyang Pharmaceutical Co., Ltd.")).toBeLessThan(whole);
  expect(score("明阳医药", "Hebei Mingyang Medicine Group")).toBeGreaterThan(0.7);
  expect(score("明阳达", "Hebei MYD Lantern Co., Ltd.")).toBeGreaterThan(0.56);
});

it("takes no sound for another, however it is cut", () => {
  expect(score("河北明阳医药", "Hebei Mingyuan Pharmaceutical Co., Ltd.")).toBe(0);
  expect(score("明阳", "Mingyangda Co., Ltd.")).toBe(0);
  expect(score("明阳利医药", "Ming Yang Li Pharmaceutical")).toBeGreaterThan(0.8);
});

it("lets the place be left out beside the trade, but not moved", () => {
  expect(score("河北明阳医药", "Mingyang Pharmaceutical Co., Ltd.")).toBeGreaterThan(0.7);
  expect(score("河北明阳", "Mingyang Lantern Co., Ltd.")).toBeLessThan(REFUSED);
  expect(score("河北明阳医药", "Hunan Mingyang Pharmaceutical Co., Ltd.")).toBe(0);
});

it("refuses a company of another trade or of none", () => {
  expect(score("明阳医药", "Mingyang Lantern Bank")).toBeLessThan(REFUSED);
  expect(score("明阳医药", "Mingyang Group")).toBeLessThan(REFUSED);
  expect(score("明阳科技", "Mingyang Bank")).toBeLessThan(REFUSED);
  expect(score("河北明阳医药", "Hebei Mingyang Bank")).toBeLessThan(REFUSED);
  expect(score("河北明阳医药", "Hebei Mingyang Group")).toBeGreaterThan(REFUSED);
});

it("trusts a brand alone less than one with its trade, and least beside another brand", () => {
  const alone = score("明阳股份", "Hebei Mingyang Pharmaceutical");
  expect(alone).toBeLessThan(score("明阳医药", "Hebei Mingyang Pharmaceutical"));
  expect(score("明阳股份", "Hebei Mingyang Lantern Pharmaceutical")).toBeLessThan(alone);
});

it("refuses a company that shares only the trade or the province", () => {
  expect(score("医药", "Hebei Pharmaceutical")).toBe(0);
  expect(score("河北医药", "Hebei Lantern Pharmaceutical")).toBe(0);
  expect(score("河北医药", "Hebei Pharmaceutical Group")).toBeGreaterThan(0.7);
});

it("tells a brand from a city of the same sound, and a company from a fund", () => {
  expect(score("唯海股份", "Weihai Lantern Co., Ltd.")).toBeLessThan(REFUSED);
  expect(score("威海灯笼", "Weihai Denglong Co., Ltd.")).toBeGreaterThan(0.7);
  expect(score("明阳股份", "Mingyang Fund")).toBeLessThan(REFUSED);
});

it("reads short names made of first characters", () => {
  expect(score("冀药股份", "Hebei Pharmaceutical Group")).toBeGreaterThan(0.7);
  expect(score("国毛国际", "Sinowool International")).toBeGreaterThan(0.6);
});

it("accepts what sounds alike or is translated only with the trade", () => {
  expect(score("博峰医药", "Bofon Pharmaceutical")).toBeGreaterThan(0.6);
  expect(score("博峰股份", "Bofon Pharmaceutical")).toBe(0);
  expect(score("白鹿医药", "White Deer Pharmaceutical")).toBeGreaterThan(0.6);
  expect(score("白鹿", "White Deer Pharmaceutical")).toBe(0);
});

it("accepts a name translated throughout only when nothing else is in it", () => {
  expect(score("黄河轴承", "Yellow River Bearings Limited")).toBeGreaterThan(0.7);
  expect(score("黄河轴承", "Yellow River Lantern Bearings")).toBe(0);
  expect(score("黄河", "Yellow River Limited")).toBe(0);
});
