import { expect, it } from "vitest";
import { readQuery } from "./read-query.ts";

it("grows by the same length with every NEAR of a chain", () => {
  const lengthOf = (links: number) =>
    readQuery(`dolomite${" NEAR/20 basalt".repeat(links)}`).words?.length ?? 0;
  expect(lengthOf(15)).toBeLessThan(16 * lengthOf(1));
});

it("requires every word of a chain to be near the one before it", () => {
  const { words, terms } = readQuery("dolomit NEAR/1 basalt NEAR/1 cobalt");
  expect(words).toBe(
    "((('dolomit') <1> ('basalt')) | (('basalt') <1> ('dolomit'))) & ((('basalt') <1> ('cobalt')) | (('cobalt') <1> ('basalt')))",
  );
  expect(terms.map(({ text }) => text)).toEqual(["dolomit basalt cobalt"]);
});

it("excludes an excluded word after NEAR too", () => {
  expect(readQuery("dolomit NEAR/5 -basalt").words).toBe("('dolomit') & !(('basalt'))");
});

it("takes a NEAR of any distance as an operator", () => {
  expect(readQuery("dolomit NEAR/500 basalt").words).toBe(readQuery("dolomit NEAR/20 basalt").words);
});

it("refuses more words with operators than it reads, and takes the first words of a long text", () => {
  const words = Array.from({ length: 40 }, (_, at) => `word${at}`).join(" ");
  expect(() => readQuery(`${words} -basalt`)).toThrow(
    expect.objectContaining({ code: "invalid_input", detail: expect.stringContaining("at most 32") }),
  );
  expect(readQuery(words).terms).toHaveLength(32);
});

it("takes a number with commas for one", () => {
  expect(readQuery("1,204").words).toBe("(('1' <-> '204'))");
  expect(readQuery("sales,profit").terms).toHaveLength(1);
});

it("ranks by the words alone, however many distances a chain of NEAR allows", () => {
  const { ranking, words } = readQuery(`dolomit${" NEAR/20 basalt".repeat(15)} -cobalt`);
  expect(words?.length).toBeGreaterThan(10_000);
  expect(ranking).toBe(`('dolomit')${" & ('basalt')".repeat(15)}`);
});
