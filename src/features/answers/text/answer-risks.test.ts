import { describe, expect, it } from "vitest";
import { makeHeadedPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";

const FILLER = Array.from({ length: 8 }, (_, at) =>
  makeTextPage(
    at + 20,
    "The weather was mild and the harbour stayed open throughout the season under review.",
  ),
);
const RISKS = makeHeadedPage(3, [
  ["RISK FACTORS", "Our business is exposed to a number of risks that are described in this chapter."],
  ["Fuel risks", "The price of marine fuel moves sharply and could reduce what the ferries earn."],
  ["Weather risks", "Storms may close the harbour for weeks and keep passengers away from us."],
]);
const reader = new ReportReader({
  reportId: "r",
  sha256: "0".repeat(64),
  names: ["Harbour"],
  pages: [RISKS, ...FILLER],
});

describe("the risks of a report", () => {
  it("are the parts of its chapter on risks, whatever the question calls them", () => {
    for (const question of [
      "Which risks does it name?",
      "What are the main risks?",
      "What risk factors does the report describe?",
    ])
      expect(reader.ask(question).text).toMatch(
        /^“RISK FACTORS” \(page 3\): Fuel risks; Weather risks\. “The price/,
      );
  });
});
