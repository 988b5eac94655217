import { expect, it } from "vitest";
import { numberWords } from "./number-words.ts";

it("reads numbers that are written in words", () => {
  const values = (text: string) => numberWords(text).map(({ value }) => value);
  expect(values("Six ferries, twenty-one clerks and forty ropes")).toEqual([6, 21, 40]);
  expect(values("One of them is often late; two-way radios; three hundred sails")).toEqual([]);
});
