import { beforeAll, describe, expect, it } from "vitest";
import { type ListReadings, loadReadings } from "../../../../platform/ipadic/index.ts";
import { foldName } from "../fold-name.ts";
import { hearWords } from "./hear-words.ts";
import { readJapaneseName } from "./read-japanese-name.ts";
import { scoreJapaneseName } from "./score-japanese-name.ts";
import { growTree } from "./word-tree.ts";

let listReadings: ListReadings;
beforeAll(async () => {
  listReadings = await loadReadings();
});

/** General words, which thousands of companies carry. */
const FREQUENT = new Set(
  "japan nippon bank industries electric holdings group construction engineering technology".split(" "),
);

function score(japanese: string, english: string): number {
  const name = readJapaneseName(japanese, listReadings);
  const known = foldName(english);
  const heard = hearWords(name, growTree(known.words));
  return scoreJapaneseName(name, known, { heard, telling: (word) => (FREQUENT.has(word) ? 0.3 : 1) });
}

describe("scoreJapaneseName", () => {
  it("finds the trade translated or by sound", () => {
    expect(score("北風電機", "Kitakaze Electric Co., Ltd.")).toBeGreaterThan(0.8);
    expect(score("北風電機", "Kitakaze Denki Co., Ltd.")).toBeGreaterThan(0.8);
    expect(score("北風不動産", "Kitakaze Real Estate")).toBeGreaterThan(0.8);
    expect(score("日本北風", "Nippon Kitakaze")).toBeGreaterThan(0.8);
    expect(score("日本北風", "Japan Kitakaze")).toBeGreaterThan(0.8);
    expect(score("北風銀行", "The Bank of Kitakaze")).toBeGreaterThan(0.8);
  });

  it("stays below a name in its own script", () => {
    expect(score("北風電機", "Kitakaze Electric")).toBeLessThan(0.9);
  });

  it("does without a trade that the English name leaves out, and without forms", () => {
    const whole = score("北風工業", "Kitakaze Industries");
    expect(score("北風工業", "Kitakaze Corporation")).toBeGreaterThan(0.7);
    expect(score("北風工業", "Kitakaze Corporation")).toBeLessThan(whole);
    expect(score("北風ホールディングス", "Kitakaze Corporation")).toBeGreaterThan(0.7);
    expect(score("株式会社北風", "Kitakaze Industries")).toBeGreaterThan(0.7);
  });

  it("refuses a company of another trade", () => {
    expect(score("北風電機", "Kitakaze Construction")).toBe(0);
    expect(score("北風銀行", "Kitakaze Corporation")).toBe(0);
    expect(score("北風ガス", "Kitakaze Corporation")).toBe(0);
  });

  it("refuses another brand, before or behind", () => {
    expect(score("北風電機", "Minamikaze Electric")).toBe(0);
    expect(score("電機", "Kitakaze Electric")).toBe(0);
    expect(score("北風電機", "Wakakusa Kitakaze Electric")).toBe(0);
    expect(score("若草北風電機", "Kitakaze Electric")).toBe(0);
  });

  it("accepts general words alone only when nothing else is in the name", () => {
    expect(score("日本電機", "Japan Electric Co., Ltd.")).toBeGreaterThan(0.7);
    expect(score("日本電機", "Japan Kitakaze Electric")).toBe(0);
  });

  it("passes over の, which English leaves out", () => {
    expect(score("北風のランタン", "Kitakaze Lantern")).toBeGreaterThan(0.75);
  });
});
