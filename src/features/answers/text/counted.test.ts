import { describe, expect, it } from "vitest";
import { makeStatementPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";
import { countsThings } from "./counted.ts";

it("counts nothing by what is left of the things", () => {
  expect(countsThings("All other employees", ["employee"])).toBe(false);
});

it.each([
  ["Employees at year-end", true],
  ["Average number of full-time employees", true],
  ["Employee numbers", true],
  ["No. of employees", true],
  ["Employee benefits", false],
  ["Employees’ pensions", false],
  ["Payments to employees", false],
  ["Shares issued under employee plans", false],
])("tells what a label counts from what it only speaks of: %s", (label, isCount) => {
  expect(countsThings(label, ["employee"])).toBe(isCount);
});

const REST = Array.from({ length: 6 }, (_, at) =>
  makeTextPage(
    at + 10,
    "The weather was mild and the harbour stayed open throughout the season under review.",
  ),
);

function ask(question: string, rows: [string, ...string[]][], sentences = "") {
  const table = makeStatementPage(1, "Key figures", ["2024", "2023"], rows);
  const pages = [table, makeTextPage(2, sentences || "The quay was painted."), ...REST];
  return new ReportReader({ reportId: "r", sha256: "0".repeat(64), names: [], pages }).ask(question);
}

describe("a question for a number of things", () => {
  it.each([
    ["How many employees does the company have?", "Employee benefits"],
    ["How many employees does the company have?", "Work in process"],
    ["What is the headcount?", "Personnel expenses"],
    ["How many shares are outstanding?", "Shares issued under employee plans"],
  ])("gets no amount of money: %s %s", (question, label) => {
    expect(ask(question, [[label, "103", "98"]]).kind).toBe("not_found");
  });

  it("gets no amount of money by the name of the things", () => {
    const rows: [string, ...string[]][] = [["Customers", "$103", "$98"]];
    expect(ask("How many customers does the company have?", rows).kind).toBe("not_found");
  });

  it.each([
    [
      "How many countries does the company operate in?",
      "The harbour buys from 390 suppliers in 34 countries.",
    ],
    ["How many employees does the company have?", "Each employee received 31 hours of training."],
    ["How many customers does the company have?", "We waived the fees of 630 customers who had paid late."],
    ["How many customers does the company have?", "Members of the Harbour Club 52 customers join for free."],
    ["How many employees does the company have?", "Employees may save through a 401(k) plan."],
    ["How many employees does the company have?", "An employee may retire from age 58 on."],
    ["How many employees does the company have?", "The harbour sponsors 16 employee groups."],
    ["How many employees does the company have?", "There was an addition of 310 employees in the year."],
    ["How many employees does the company have?", "Our employees elected 21 persons amongst our directors."],
    ["How many stores does the company operate?", "The harbour opened 12 stores in the year."],
    ["How many shares are outstanding?", "In all 4,200 shares remain available for issuance under the plan."],
    ["How many shares are outstanding?", "There were 2,300 preferred shares outstanding at year-end."],
    [
      "How many shares are outstanding?",
      "The founder has 80,100 shares outstanding held by her family trust.",
    ],
    ["How many shares are outstanding?", "The line reduced the shares outstanding by 80,100 shares."],
  ])("gets no number of other things: %s", (question, sentence) => {
    expect(ask(question, [["Revenue", "12", "11"]], sentence).kind).toBe("not_found");
  });

  it.each([
    [
      "How many employees does the company have?",
      "At year-end the harbour had 4,310 full-time employees.",
      "4,310",
    ],
    ["How many employees does the company have?", "The number of employees in the group was 4,310.", "4,310"],
    [
      "How many people does the company employ?",
      "The harbour employed about 4,310 people at year-end.",
      "4,310",
    ],
    ["How many plants does the company operate?", "The harbour operates 61 manufacturing facilities.", "61"],
    [
      "How many shares are outstanding?",
      "There were 5,120,400 shares of common stock outstanding.",
      "5,120,400",
    ],
  ])("gets the number that the sentence counts the things with: %s %s", (question, sentence, number) => {
    expect(ask(question, [["Revenue", "12", "11"]], sentence).text).toContain(number);
  });

  it("gets no average, no page of a list of contents and no limit", () => {
    const average: [string, ...string[]][] = [["Weighted-average shares outstanding", "26,898", "26,897"]];
    expect(ask("How many shares are outstanding?", average).kind).toBe("not_found");
    const contents: [string, ...string[]][] = [["Item 10. Directors and officers", "47", "43"]];
    expect(ask("How many directors are there?", contents).kind).toBe("not_found");
    const limit = "The board must consist of no more than 11 directors.";
    expect(ask("How many directors are there?", [["Revenue", "12", "11"]], limit).kind).toBe("not_found");
  });

  it("gets the number of those things", () => {
    const text = "We employed 814 people at the end of the year.";
    expect(ask("How many employees does the company have?", [["Revenue", "12", "11"]], text).text).toContain(
      "814",
    );
  });
});

it("gives an amount for each of some things only where one is given", () => {
  const rows: [string, ...string[]][] = [
    ["Revenue", "1,200", "1,100"],
    ["Employees", "300", "280"],
  ];
  expect(ask("What was the revenue per employee?", rows).kind).toBe("not_found");
  const given = ask("What was the revenue per employee in 2024?", [
    ...rows,
    ["Revenue per employee", "4", "3.9"],
  ]);
  expect(given.text).toContain("4 million");
  const total: [string, ...string[]][] = [["Loss of the harbour", "171,328", "150,100"]];
  expect(ask("What was the loss per share?", total).kind).toBe("not_found");
});
