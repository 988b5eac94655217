import { describe, expect, it } from "vitest";
import { makeStatementPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";
import { readSuperlative } from "./superlative.ts";

const FILLER = Array.from({ length: 12 }, (_, at) =>
  makeTextPage(
    at + 20,
    "The weather was mild and the harbour stayed open throughout the season under review.",
  ),
);

function ask(question: string, heads: string[], rows: [string, ...string[]][]) {
  const pages = [makeStatementPage(1, "Revenue by region", heads, rows), ...FILLER];
  return new ReportReader({ reportId: "r", sha256: "0".repeat(64), names: [], pages }).ask(question);
}

const REGIONS: [string, ...string[]][] = [
  ["Nordic countries", "400", "100"],
  ["Rest of Europe", "600", "500"],
  ["Asia", "150", "160"],
  ["Total revenue", "1,150", "760"],
];

describe("a question for the highest or lowest", () => {
  it("names the member with the highest value of the year asked for, and its cell", () => {
    const { text, claims } = ask("Which region had the highest revenue in 2024?", ["2024", "2023"], REGIONS);
    expect(text).toBe("Rest of Europe. $600 million. Source: Rest of Europe, 2024 (page 1). ");
    expect(claims).toMatchObject([{ value: 600, unit: "USD", scale: "million", page: 1 }]);
  });

  it("compares changes in percent, not amounts, when growth is asked for", () => {
    const grew = ask("Which region's revenue grew the fastest in 2024?", ["2024", "2023"], REGIONS);
    expect(grew.text).toMatch(/^Nordic countries\. /);
    const fell = ask("Which region's revenue fell the most in 2024?", ["2024", "2023"], REGIONS);
    expect(fell.text).toMatch(/^Asia\. /);
  });

  it("names no member of a list whose rows do not add up to a total", () => {
    const mixed: [string, ...string[]][] = [
      ["Revenue", "400", "100"],
      ["Employees", "600", "500"],
      ["Margin points", "15", "16"],
    ];
    expect(ask("Which region had the highest revenue in 2024?", ["2024", "2023"], mixed).kind).toBe(
      "not_found",
    );
  });

  it("names the year in which a row was highest", () => {
    const { text } = ask(
      "In which of the last three years was revenue the lowest?",
      ["2024", "2023", "2022"],
      [["Total revenue", "1,150", "760", "900"]],
    );
    expect(text).toMatch(/^2023\. /);
  });
});

it.each([
  ["Which segment grew the slowest in 2022?", { wants: "lowest", of: "percent_change", over: "members" }],
  ["Which line dropped the most?", { wants: "lowest", of: "change", over: "members" }],
  ["In which year were sales the highest?", { wants: "highest", of: "level", over: "periods" }],
  ["Did online or retail sales fall faster?", { wants: "lowest", choices: ["online", "retail"] }],
])("reads what is compared: %s", (question, expected) => {
  expect(readSuperlative(question)).toMatchObject(expected);
});
