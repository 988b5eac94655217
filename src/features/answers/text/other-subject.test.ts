import { describe, expect, it } from "vitest";
import { makeStatementPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";

type Rows = [string, ...string[]][];

function ask(question: string, rows: Rows, text = "The quay was painted in spring.") {
  const table = makeStatementPage(1, "Statement of the harbour", ["2024", "2023"], rows);
  const rest = Array.from({ length: 6 }, (_, at) => makeTextPage(at + 10, "The weather was mild all year."));
  const pages = [table, makeTextPage(2, text), ...rest];
  return new ReportReader({ reportId: "r", sha256: "0".repeat(64), names: [], pages }).ask(question);
}

describe("a row or a sentence that shares a word with the question", () => {
  it("is not taken where it means something else", () => {
    expect(
      ask("How much was spent on acquisitions?", [["Purchases of towing equipment", "(104)", "(90)"]]).kind,
    ).toBe("not_found");
    const other = "Other dredgers amounted to $6.2 million.";
    expect(ask("What were the dredgers worth?", [["Revenue", "12", "11"]], other).kind).toBe("not_found");
    expect(ask("What were the other dredgers worth?", [["Revenue", "12", "11"]], other).text).toContain(
      "6.2",
    );
  });

  it("says nothing of the newest year by an older one", () => {
    const rows: Rows = [
      ["Acquisition of tugboats", "", "(186)"],
      ["Sale of berths", "12", "11"],
    ];
    expect(ask("What was the acquisition of tugboats?", rows).kind).toBe("not_found");
    expect(ask("What was the acquisition of tugboats in 2023?", rows).text).toContain("186");
  });

  it("counts no share of the things for all of them", () => {
    const text = "The plan took away 11% of the crew, or 127 employees.";
    expect(ask("What was the number of employees?", [["Revenue", "12", "11"]], text).kind).toBe("not_found");
  });
});

describe("an amount of money in a sentence", () => {
  const ROWS: Rows = [["Revenue", "12", "11"]];

  it.each([
    [
      "What did the company pay for acquisitions?",
      "For the acquisition we paid $8 million in fees to lenders.",
    ],
    [
      "What did the company pay for acquisitions?",
      "The acquisition was closed and paid dividends of $8 million.",
    ],
    ["How much was spent on acquisitions?", "Acquisition-related costs of $12 million were spent in 2024."],
    ["What was the working capital (2)?", "(2) Working capital fell due to $36 million of tugs bought."],
    ["How much was paid for interest?", "We paid $29 million for a noncontrolling interest in a dredger."],
    ["How much did the company borrow?", "The agreement permits us to borrow up to $125 million."],
    [
      "How much did the company borrow?",
      "To borrow more, $50 million remained available under the facility.",
    ],
    [
      "What is the revenue guidance for next year?",
      "Our guidance is to write off $68 million over the next year.",
    ],
    ["What is the revenue guidance for next year?", "Revenue guidance is $10 million for the next quarter."],
    [
      "What is the dividend per share?",
      "Preferred shares with a dividend have a stated value of $100 per share.",
    ],
    ["What was the dividend per share?", "We declared a quarterly dividend of $0.28 per share in May."],
    ["What was the dividend per share?", "A dividend of $0.15 per share for the fourth quarter was paid."],
    [
      "What was the dividend per share?",
      "We pay a quarterly dividend of $0.28 per share. In May the dividend of $0.28 per share was paid.",
    ],
    ["What was the price paid per share?", "The price was paid under a $5 million share repurchase program."],
  ])("is not taken where it is another’s: %s %s", (question, text) => {
    expect(ask(question, ROWS, text).kind).toBe("not_found");
  });

  it.each([
    [
      "What did the company pay for acquisitions?",
      "In 2024 we paid $8 million for acquisitions.",
      "$8 million",
    ],
    ["How much was paid for interest?", "In 2024 we paid interest of $29 million.", "$29 million"],
    [
      "What is the revenue guidance for next year?",
      "We expect revenue of $68 million for the next year.",
      "68",
    ],
    ["What is the dividend per share?", "We declared a dividend of $0.41 per share in May.", "0.41"],
    ["What is the quarterly dividend per share?", "We paid a quarterly dividend of $0.28 per share.", "0.28"],
  ])("is taken where it is that of what is asked: %s %s", (question, text, amount) => {
    expect(ask(question, ROWS, text).text).toContain(amount);
  });
});

describe("what was paid", () => {
  it("is not what was charged", () => {
    const charged: Rows = [["Income tax expense", "12", "11"]];
    const paid: Rows = [["Income taxes paid", "9", "8"]];
    for (const question of ["How much income tax was paid?", "What were the income taxes paid?"]) {
      expect(ask(question, charged).kind).toBe("not_found");
      expect(ask(question, [...charged, ...paid]).text).toContain("9");
    }
  });
});

describe("what is measured", () => {
  it("is of all shares where a label has the amount of one", () => {
    const rows: Rows = [["Dividends ($0.22 declared per share)", "23", "21"]];
    expect(ask("What is the dividend per share?", rows).kind).toBe("not_found");
  });

  it("is in pence or cents where its row says so", () => {
    const rows: Rows = [["Towage per share (cents)", "38.2", "36.1"]];
    expect(ask("What was the towage per share in 2024?", rows).text).toContain("cents 38.20");
  });

  it("is no amount per share where only other rows of its table are", () => {
    const rows: Rows = [
      ["Towage shares, par value $0.01", "9", "9"],
      ["Berth shares, par value 5¢ per share", "23", "21"],
    ];
    const table = makeStatementPage(
      1,
      "Statement of the harbour (in millions, except per share amounts)",
      ["2024", "2023"],
      rows,
    );
    const reader = new ReportReader({ reportId: "r", sha256: "0".repeat(64), names: [], pages: [table] });
    expect(reader.ask("What is the par value per share?").kind).toBe("not_found");
  });

  it("is shares between rows of shares", () => {
    const rows: Rows = [
      ["Basic weighted average shares outstanding", "4,423", "4,396"],
      ["Dilutive awards", "32", "33"],
      ["Diluted weighted average shares outstanding", "4,455", "4,429"],
    ];
    expect(ask("What was the change in dilutive awards from 2023 to 2024?", rows).text).not.toContain("$");
  });
});

it("takes a bare “basic” or “diluted” for the earnings per share", () => {
  const rows: Rows = [
    ["Revenue", "2,000", "1,800"],
    ["Net income", "400", "330"],
    ["Basic earnings per share", "3.92", "3.53"],
    ["Diluted earnings per share", "3.87", "3.49"],
  ];
  expect(ask("What is basic for FY2024?", rows).text).toContain("3.92");
  expect(ask("What is diluted for FY2023?", rows).text).toContain("3.49");
});
