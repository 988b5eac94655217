import { expect, it } from "vitest";
import { Readings } from "./readings.ts";

const TEXT = "Employees\nWe had 4,215\nemployees. Rent | 12 | 14";
const tokenAt = (text: string, answer: number, statement: number) => {
  const start = TEXT.indexOf(text);
  return { start, end: start + text.length, answer, statement };
};
const reading = {
  answers: 0.9,
  yes: 0.2,
  tokens: [tokenAt("had", 0.1, 0.3), tokenAt("4,215", 0.7, 0.4), tokenAt("14", 0.05, 0.1)],
};
const readings = new Readings([{ page: 3, text: TEXT, reading }]);

it("finds a sentence of the page in its passage, however it is set", () => {
  const opinion = readings.at(3, "We had 4,215 employees.");
  expect(opinion).toMatchObject({ passage: 0.9, yes: 0.2 });
  expect(opinion.statement).toBeCloseTo(0.7);
});

it("adds what falls on some words of a sentence or on a cell of a row", () => {
  const sentence = "We had 4,215 employees.";
  expect(readings.at(3, sentence, 7, 12).answer).toBeCloseTo(0.7);
  expect(readings.at(3, "Rent 12 14", 8, 10).answer).toBeCloseTo(0.05);
  expect(readings.at(3, "Rent 12 14", 5, 7).answer).toBe(0);
});

it("says nothing of what was not read", () => {
  expect(readings.at(4, "We had 4,215 employees.").passage).toBe(0);
  expect(readings.at(3, "We had 5 employees.").passage).toBe(0);
  expect(readings.at(3, "").passage).toBe(0);
});

it("says that the answer is elsewhere where another page has it without doubt", () => {
  expect(readings.isElsewhere(4)).toBe(true);
  expect(readings.isElsewhere(3)).toBe(false);
  const doubtful = new Readings([{ page: 3, text: TEXT, reading: { ...reading, answers: 0.5 } }]);
  expect(doubtful.isElsewhere(4)).toBe(false);
});

it("takes whole words, and of several places the one that states the answer", () => {
  const text = "Americas | 12 | 13\nAmericas | 1 | 2\nAmericas | 1 | 2";
  const last = text.lastIndexOf("1 |");
  const tokens = [
    { start: 11, end: 13, answer: 0.1, statement: 0.1 },
    { start: last, end: last + 1, answer: 0.6, statement: 0.8 },
  ];
  const table = new Readings([{ page: 1, text, reading: { answers: 0.9, yes: 0.5, tokens } }]);
  expect(table.at(1, "Americas 1 2", 9, 10)).toMatchObject({ statement: 0.8, answer: 0.6 });
  expect(table.at(1, "Americas 12 13", 9, 11)).toMatchObject({ statement: 0.1, answer: 0.1 });
});
