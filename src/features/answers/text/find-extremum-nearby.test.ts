import { describe, expect, it } from "vitest";
import type { PageRecord } from "../../reports/index.ts";
import { makeStatementPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";
import { Readings } from "../retrieval/readings.ts";

type Rows = [string, ...string[]][];

const FILLER = Array.from({ length: 12 }, (_, at) =>
  makeTextPage(at + 20, "The weather was mild and the harbour stayed open throughout the season."),
);

/** The page as a passage that the reader takes for the answer; `cell` is where it sees the answer. */
function readingOf({ page, rows }: PageRecord, cell: string, answers: number): Readings {
  const text = rows
    .map(({ label, cells }) => [label, ...cells.map((one) => one.text)].join(" | "))
    .join("\n");
  const tokens = Array.from(text.matchAll(/[^\s|]+/g), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    answer: word === cell ? 0.8 : 0,
    statement: word === cell ? 0.9 : 0,
  }));
  return new Readings([{ page, text, reading: { answers, yes: 0.5, tokens } }]);
}

function ask(question: string, heads: string[], rows: Rows, { answers = 0.95, cell = "310" } = {}) {
  const page = makeStatementPage(1, "Largest holders of units", heads, rows);
  const report = { reportId: "r", sha256: "0".repeat(64), names: [], pages: [page, ...FILLER] };
  return new ReportReader(report).ask(question, null, readingOf(page, cell, answers));
}

const HOLDERS: Rows = [
  ["Ada Northgate", "120", "12%"],
  ["Southwick Nominees", "310", "31%"],
  ["Eastham Trust", "90", "9%"],
  ["Others", "480", "48%"],
];
const HEADS = ["Units", "% of units"];
const QUESTION = "Who is the biggest holder of units?";

describe("a table that the passage reader vouches for", () => {
  it("names the member with the most, without the rest of the list, and its share beside it", () => {
    const { text, claims } = ask(QUESTION, HEADS, HOLDERS);
    expect(text).toMatch(/^Southwick Nominees\. 310, 31%\. Source: Southwick Nominees, Units, % of units/);
    expect(claims.map(({ value }) => value)).toEqual([310, 31]);
  });

  it("is not taken where the reader does not take it for an answer", () => {
    expect(ask(QUESTION, HEADS, HOLDERS, { answers: 0.1 }).kind).toBe("not_found");
  });

  it("is not taken for what came or went, nor for other members than people", () => {
    expect(ask("Who bought the most units?", HEADS, HOLDERS).kind).toBe("not_found");
    const things: Rows = [
      ["Rights of first call", "120", "12%"],
      ["Rights of last call", "310", "31%"],
      ["Rights of recall", "90", "9%"],
    ];
    expect(ask(QUESTION, HEADS, things).kind).toBe("not_found");
  });

  it("ends with the total of its members: what comes after it is none of them", () => {
    const rows: Rows = [
      ["Ada Northgate", "1,120"],
      ["Southwick Nominees", "1,310"],
      ["Eastham Trust", "1,090"],
      ["Total of holders", "3,520"],
      ["Treasury", "4,000"],
    ];
    expect(ask(QUESTION, ["Units"], rows, { cell: "1,310" }).text).toMatch(/^Southwick Nominees\. /);
  });

  it("is not compared by the rest of what is asked for", () => {
    const rows: Rows = [
      ["Ada Northgate", "120", "900"],
      ["Southwick Nominees", "310", "20"],
      ["Eastham Trust", "90", "30"],
    ];
    expect(ask(QUESTION, ["Units held", "All other units"], rows).text).toMatch(/^Southwick Nominees\. /);
  });

  it("leaves the column open that neither the question nor the reader means", () => {
    const rows: Rows = [
      ["Ada Northgate", "120", "60"],
      ["Southwick Nominees", "310", "20"],
      ["Eastham Trust", "90", "30"],
    ];
    const heads = ["Units at home", "Units abroad"];
    expect(ask(QUESTION, heads, rows).text).toMatch(/^Southwick Nominees\. /);
    expect(ask(QUESTION, heads, rows, { cell: "Eastham" }).kind).toBe("not_found");
  });
});
