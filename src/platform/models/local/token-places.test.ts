import { expect, it } from "vitest";
import { placeTokens } from "./token-places.ts";

const textsOf = (text: string, tokens: string[]) =>
  placeTokens(text, tokens).map(({ start, end }) => text.slice(start, end));

it("finds the tokens of a text in order", () => {
  expect(textsOf("We had 4,215 staff, 4 more.", ["we", "had", "4", ",", "215", "staff", ",", "4"])).toEqual([
    "We",
    "had",
    "4",
    ",",
    "215",
    "staff",
    ",",
    "4",
  ]);
});

it("finds parts of words, and words with accents", () => {
  expect(textsOf("Umsätze der Société", ["um", "##satz", "##e", "der", "societe"])).toEqual([
    "Um",
    "sätz",
    "e",
    "der",
    "Société",
  ]);
});

it("continues after a token that it cannot find", () => {
  expect(textsOf("a ☃ b", ["a", "[UNK]", "b"])).toEqual(["a", "", "b"]);
});
