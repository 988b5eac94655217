import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const rows = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (who|---)/.test(line))
  .map((line) => line.slice(2, -2).split(" | "));

describe("the threat model", () => {
  it("is a table of threats", () => {
    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) expect([row[0], row.length]).toEqual([row[0], 4]);
  });

  it.each(rows)("%s: %s", (_who, _what, stopped, shown) => {
    // What nothing stops is said, and shown by nothing.
    if (shown === "–") {
      expect(stopped).toMatch(/^nothing stops this/);
      return;
    }
    const named = [...(shown ?? "").matchAll(/`([^`:]+): ([^`]+)`/g)];
    expect(named.length).toBeGreaterThan(0);
    for (const [, file = "", words = ""] of named) {
      const text = existsSync(file) ? readFileSync(file, "utf8") : "";
      expect([file, words, text.includes(words)]).toEqual([file, words, true]);
    }
  });
});
