import { expect, it } from "vitest";
import { translateBrand } from "./translate-brand.ts";

it("translates a brand character by character, as one word", () => {
  expect(translateBrand("白鹿")).toEqual(["whitedeer"]);
  expect(translateBrand("双鹿")).toEqual(["doubledeer", "twindeer"]);
});

it("leaves a brand alone when one character has no meaning in names, or is all of it", () => {
  expect(translateBrand("明鹿")).toEqual([]);
  expect(translateBrand("鹿")).toEqual([]);
});

it("puts the country before a trade, whole or cut short", () => {
  expect(translateBrand("国毛")).toEqual(["sinowool", "sinowoo"]);
});
