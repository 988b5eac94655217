import { describe, expect, it } from "vitest";
import { makeHeadedPage, makeStatementPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";

const FILLER = Array.from({ length: 8 }, (_, at) =>
  makeTextPage(
    at + 20,
    "The weather was mild and the harbour stayed open throughout the season under review.",
  ),
);

function ask(question: string, ...pages: ReturnType<typeof makeTextPage>[]) {
  const report = { reportId: "r", sha256: "0".repeat(64), names: ["Harbour Lines"] };
  return new ReportReader({ ...report, pages: [...pages, ...FILLER] }).ask(question).text;
}

const COVER = makeHeadedPage(1, [
  ["For the fiscal year ended June 30, 2024", "HARBOUR LINES, INC."],
  ["12 Quay Street, Port Alder, Maine 04100", "(Address of principal executive offices)"],
]);
const STATED = makeTextPage(
  2,
  "Brinkman Tugs, whose registered office is at 3 Dock Road, Selby, owns a stake. " +
    "Harbour Lines is a public company with its registered office at 8 Lantern Lane, Oakhaven.",
);

describe("what a report says of its own form", () => {
  it("gives the address of the head office and of the registered office of the company itself", () => {
    expect(ask("Where is the company headquartered?", COVER)).toMatch(
      /^12 Quay Street, Port Alder, Maine 04100\. /,
    );
    expect(ask("What is its registered office?", COVER, STATED)).toMatch(/^8 Lantern Lane, Oakhaven\. /);
  });

  it("gives no head office of a part of the company", () => {
    expect(ask("Where is the head office of the ferry division?", COVER)).not.toMatch(/Quay Street/);
  });

  it("gives the day on which the year ended", () => {
    expect(ask("When does the fiscal year end?", COVER)).toMatch(/^June 30, 2024\. /);
    expect(ask("What is the balance sheet date?", COVER)).toMatch(/^June 30, 2024\. /);
    for (const other of [
      "cash at the end of the fiscal year",
      "crew at year end",
      "backlog at the reporting date",
    ])
      expect(ask(`What was the ${other}?`, COVER)).not.toMatch(/June 30/);
  });

  it("gives the currency of the accounts, in the words of the report where it has them", () => {
    const statement = makeStatementPage(
      5,
      "Consolidated Balance Sheets (in millions of euros)",
      ["2024", "2023"],
      [
        ["Inventories", "400", "200"],
        ["Total current assets", "900", "700"],
        ["Total assets", "3,000", "2,600"],
        ["Total current liabilities", "1,450", "400"],
        ["Total equity", "1,400", "1,250"],
      ],
    );
    const said = makeTextPage(6, "The consolidated financial statements are presented in millions of euros.");
    expect(ask("In which currency are the accounts presented?", statement, said)).toMatch(
      /^EUR\. “The consolidated/,
    );
    expect(ask("In which currency is the loan denominated?", statement, said)).not.toMatch(/^EUR/);
  });
});

describe("who audits", () => {
  it("is the firm that signs the report on the audit, and not the company", () => {
    const report = makeHeadedPage(9, [
      ["We have audited the accompanying balance sheet.", "HARBOUR LINES, INC."],
      ["Opinion", "/s/ Marsh & Beacon LLP"],
    ]);
    for (const question of [
      "Who audits the company?",
      "Which firm is the auditor?",
      "Who audited the accounts?",
    ])
      expect(ask(question, COVER, report)).toMatch(/^Marsh & Beacon LLP\. /);
    expect(ask("Who audited the pension fund?", COVER, report)).not.toMatch(/^Marsh/);
  });
});
