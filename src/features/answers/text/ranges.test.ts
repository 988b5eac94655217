import { expect, it } from "vitest";
import { makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";
import { rangeAround } from "./ranges.ts";

it.each([
  ["We expect sales to grow between 3% and 5%.", "3%", "between 3% and 5%"],
  ["We expect sales to grow between 3% and 5%.", "5%", "between 3% and 5%"],
  ["Revenue of $662 million to $670 million is expected.", "$662 million", "$662 million to $670 million"],
  ["A margin of 7 to 8 percent is expected.", "8 percent", "7 to 8 percent"],
  ["Costs of €40–45 million are planned.", "€40", "€40–45 million"],
  ["The margin rose from 7 percent to 8 percent.", "8 percent", "8 percent"],
  ["Between 2022 and 2024 we sold 40 ships.", "2022", "2022"],
])("widens an amount to its range: %s", (sentence, amount, range) => {
  const start = sentence.indexOf(amount);
  const span = { text: amount, start, end: start + amount.length };
  expect(rangeAround(sentence, span).text).toBe(range);
});

it("gives both ends of what is expected, and nothing of the past", () => {
  const ask = (text: string) => {
    const pages = [text, ...Array.from({ length: 6 }, () => "The quay was painted in spring.")];
    return new ReportReader({
      reportId: "r",
      sha256: "0".repeat(64),
      names: [],
      pages: pages.map((one, at) => makeTextPage(at + 1, one)),
    }).ask("What revenue does the company expect for 2025?");
  };
  const { text, claims } = ask("For 2025 we expect revenue of $662 million to $670 million.");
  expect(text).toMatch(/^\$662 million to \$670 million\./);
  expect(claims.map(({ value }) => value)).toEqual(expect.arrayContaining([662, 670]));
  expect(ask("Revenue was $640 million in 2025.").kind).toBe("not_found");
});
