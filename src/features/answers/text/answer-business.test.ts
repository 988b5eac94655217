import { describe, expect, it } from "vitest";
import { makeHeadedPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";

const FILLER = Array.from({ length: 12 }, (_, at) =>
  makeTextPage(
    at + 20,
    "The weather was mild and the harbour stayed open throughout the season under review.",
  ),
);

function ask(question: string, ...parts: [string, string][]) {
  const report = { reportId: "rep_1", sha256: "0".repeat(64), names: ["Harbour Lines"] };
  const pages = parts.map((part, at) => makeHeadedPage(at + 1, [part]));
  return new ReportReader({ ...report, pages: [...pages, ...FILLER] }).ask(question).text;
}

const RISK: [string, string] = [
  "Risk factors",
  "We are a global company and may be sued. We are a defendant in a lawsuit about the services we provide.",
];
const OVERVIEW: [string, string] = [
  "Overview",
  "Founded in 1967, Harbour Lines, Inc. (the “Company”) is a leading operator of ferries and tugs. " +
    "We also provide charts and pilots to other harbours.",
];

describe("what the company does", () => {
  it.each([
    "What does the company do?",
    "What does Harbour Lines do?",
    "Describe the company's business.",
    "What are its main products and services?",
  ])("is what its report introduces it with: %s", (question) => {
    expect(ask(question, RISK, OVERVIEW)).toMatch(
      /^“Founded in 1967, .* pilots to other harbours\.” \(page 2\)$/,
    );
  });

  it("is not said where the report does not introduce it, nor of one of its parts", () => {
    expect(ask("What does the company do?", RISK)).toMatch(/^Not found/);
    expect(ask("What services does the lighthouse division provide?", RISK, OVERVIEW)).not.toMatch(/Founded/);
  });
});
