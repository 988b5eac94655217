import { expect, it } from "vitest";
import { startStopwatch } from "../../../../test/stopwatch.ts";
import { readQuery } from "../query/read-query.ts";
import { makeSnippet } from "./snippet.ts";

function marked(text: string, query: string): string[] {
  const { text: snippet, highlights } = makeSnippet(text, readQuery(query).terms);
  return highlights.map(([from, to]) => snippet.slice(from, to));
}

it("shows a word that is far behind in a text without spaces", () => {
  expect(marked(`${"我们的业务稳定。".repeat(100)}供应链很长。`, "供应链")).toEqual(["供应链"]);
  expect(marked(`${"word ".repeat(10)}${"我们的业务稳定。".repeat(100)}供应链很长。`, "供应链")).toEqual([
    "供应链",
  ]);
});

it("begins with a whole word where there are spaces", () => {
  const { text } = makeSnippet(`${"alpha beta ".repeat(80)}dolomite`, readQuery("dolomite").terms);
  expect(text).toMatch(/^… (?:alpha|beta) .*dolomite$/);
});

it("cuts no character in half", () => {
  for (let letters = 300; letters < 330; letters++) {
    const text = `${"x".repeat(letters)}${"😀".repeat(200)} dolomite ${"😀".repeat(400)}`;
    const { text: snippet } = makeSnippet(text, readQuery("dolomite").terms);
    expect(snippet.isWellFormed()).toBe(true);
    expect(snippet).toContain("dolomite");
    expect(makeSnippet(text, readQuery("basalt").terms).text.isWellFormed()).toBe(true);
  }
});

it("finds the best stretch of a text of any length in a moment", () => {
  const text = `${"granite-".repeat(60_000)}dolomite-granite ${"granite-".repeat(1_000)}`;
  const readMilliseconds = startStopwatch();
  const { text: snippet } = makeSnippet(text, readQuery("granite dolomite").terms);
  expect(snippet).toContain("dolomite-granite");
  expect(readMilliseconds()).toBeLessThan(3_000);
});
