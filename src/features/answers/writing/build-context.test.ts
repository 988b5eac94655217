import { describe, expect, it } from "vitest";
import { makeStatementPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";
import { buildContext } from "./build-context.ts";

const filler = (page: number) =>
  makeTextPage(
    page,
    Array.from({ length: 400 }, (_, at) => `Word${page}x${at} of general conditions.`).join(" "),
  );

const pages = [
  ...Array.from({ length: 20 }, (_, at) => filler(at + 1)),
  makeTextPage(21, "Lanterns are sold through lighthouses. The warranty of a lantern lasts seven years."),
  makeStatementPage(
    22,
    "Consolidated Statements of Income",
    ["2024", "2023"],
    [
      ["Revenue", "$2,000", "$1,600"],
      ["Cost of revenue", "(1,200)", "(1,000)"],
      ["Gross profit", "800", "600"],
    ],
  ),
];
const reader = new ReportReader({ reportId: "rep_test", sha256: "a".repeat(64), pages, names: [] });

const build = (question: string, tokensMax: number) =>
  buildContext(reader, { question, own: reader.ask(question), nearness: null, tokensMax });

describe("the context of a model", () => {
  it("is the whole report in order when it fits", () => {
    const { passages } = build("How long is the warranty of a lantern?", 200_000);
    expect(passages.map(({ page }) => page)).toEqual(pages.map(({ page }) => page));
  });

  it("is the closest pages, whole, when it does not", () => {
    const { passages } = build("How long is the warranty of a lantern?", 9_000);
    expect(passages[0]?.text).toContain("The warranty of a lantern lasts seven years.");
    expect(passages.length).toBeGreaterThan(1);
    expect(passages.length).toBeLessThan(pages.length);
    const letters = passages.reduce((sum, { text }) => sum + text.length, 0);
    expect(letters / 3.5).toBeLessThanOrEqual(9_000);
  });

  it("has the primary statements after the ten closest pages, whatever the question is about", () => {
    const { passages } = build("Which general conditions are described?", 60_000);
    expect(passages.map(({ page }) => page).indexOf(22)).toBe(10);
  });

  it("has the computed figure with a name, and its page with the table's headings", () => {
    const { passages, figures } = build("What is the gross margin for FY2024?", 9_000);
    expect(figures[0]?.text).toContain("40%");
    const page = passages.find(({ text }) => text.includes("Cost of revenue"));
    expect(page?.page).toBe(22);
    expect(page?.text).toMatch(/\| 2024 \| 2023\n/);
    expect(page?.text).toMatch(/r1 Revenue \| \$?\s?2,000 \| \$?\s?1,600/);
  });
});
