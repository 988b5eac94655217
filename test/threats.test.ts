import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const tables = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (who|guarantee|---)/.test(line))
  .map((line) => line.slice(2, -2).split(" | "));
const rows = tables.filter((row) => row.length !== 2);
const guarantees = tables.filter((row) => row.length === 2);

/** Every test that a cell names, by its file and words of its title, exists. */
function expectTests(cell = ""): void {
  const named = [...cell.matchAll(/`([^`:]+): ([^`]+)`/g)];
  expect(named.length).toBeGreaterThan(0);
  for (const [, file = "", words = ""] of named) {
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    expect([file, words, text.includes(words)]).toEqual([file, words, true]);
  }
}

describe("the threat model", () => {
  it("is a table of threats", () => {
    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) expect([row[0], row.length]).toEqual([row[0], 4]);
  });

  it.each(rows)("names existing tests for %s: %s", (_who, _what, stopped, shown) => {
    // What nothing stops is said, and shown by nothing.
    if (shown === "–") {
      expect(stopped).toMatch(/^nothing stops this/);
      return;
    }
    expectTests(shown);
  });
});

describe("the access guarantees", () => {
  it("form a table", () => {
    expect(guarantees.length).toBeGreaterThan(15);
  });

  it.each(guarantees)("name existing tests: %s", (_guarantee, tests) => expectTests(tests));
});
