import { describe, expect, it } from "vitest";
import type { PageRecord } from "../../reports/index.ts";
import { makeStatementPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";

const FILLER = Array.from({ length: 12 }, (_, at) =>
  makeTextPage(
    at + 20,
    "The weather was mild and the harbour stayed open throughout the season under review.",
  ),
);

function ask(question: string, ...texts: string[]) {
  const pages = [...texts.map((text, at) => makeTextPage(at + 1, text)), ...FILLER];
  return new ReportReader({ reportId: "rep_1", sha256: "0".repeat(64), names: ["Harbour"], pages }).ask(
    question,
  );
}

const TERMINATION =
  "If the merger agreement is terminated by the buyer, Brinkman is obligated to pay a termination fee of $412 million in cash.";
const STAFF =
  "As of December 31, 2022, we had 1,208 employees located in Norway, 1,777 employees located in Chile and 3,210 employees located in Japan.";

describe("an answer from text", () => {
  it("states an amount with unit and scale before the sentence that says it", () => {
    const { text, claims, spans = [] } = ask("What break fee would Brinkman owe?", TERMINATION);
    expect(text).toBe(`$412 million. “${TERMINATION}” (page 1)`);
    expect(claims).toMatchObject([{ value: 412, unit: "USD", scale: "million", page: 1, verdict: "found" }]);
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(["$412 million", "$412 million"]);
  });

  it("takes the number that belongs to what is asked for", () => {
    expect(ask("How many employees are in Japan?", STAFF).text).toMatch(/^3,210\. /);
    expect(ask("How many employees are in Chile?", STAFF).text).toMatch(/^1,777\. /);
  });

  it("counts the staff in a short sentence with the verb alone", () => {
    const people = "We employ 2,745 people. The youngest joined as an apprentice of the northern yard.";
    expect(ask("How many employees does it have?", people).text).toMatch(/^2,745\. /);
    expect(ask("How many people work for the company?", people).text).toMatch(/^2,745\. /);
  });

  it("says in digits what is counted in words", () => {
    const ships = "The harbour authority currently runs six dredging boats along the coast.";
    expect(ask("How many dredging boats are there?", ships).text).toBe(`6 (six). “${ships}” (page 1)`);
  });

  it("takes the amount of the year asked for out of a list", () => {
    const rent =
      "Advertising expenses were $71 million , $53 million and $40 million in 2024 , 2023 and 2022 .";
    expect(ask("How much did it spend on advertising in 2023?", rent).text).toMatch(/^\$53 million\. /);
  });

  it("takes no change for the level", () => {
    const costs =
      "Marketing expenses rose because of an increase of $13 million in advertising costs for the ferry season.";
    expect(ask("How high were advertising costs?", costs).text).not.toMatch(/^\$13 million/);
  });

  it("decides whether a row of a table rose by its cells, and by no sentence without a direction", () => {
    const rows: [string, ...string[]][] = [
      ["Ferry tickets", "70", "90"],
      ["Harbour dues", "120", "80"],
    ];
    const said = "Harbour dues and ferry tickets are sold by the season, and 22% of them in 2024 in advance.";
    const pages = [
      makeStatementPage(1, "Sales by line", ["2024", "2023"], rows),
      makeTextPage(2, said),
      ...FILLER,
    ];
    const reader = new ReportReader({ reportId: "r", sha256: "0".repeat(64), names: [], pages });
    expect(reader.ask("Did ferry tickets increase in 2024?").text).toMatch(/^No\. Ferry tickets.*20/);
    expect(ask("Did ferry tickets increase in 2024?", said).kind).toBe("not_found");
  });

  it("says by how much an amount moved in percent and in money, whatever the verb", () => {
    const rows: [string, ...string[]][] = [
      ["Revenue", "500", "400"],
      ["Interest expense", "120", "80"],
    ];
    const pages = [
      makeStatementPage(1, "Consolidated statements of income", ["2024", "2023"], rows),
      ...FILLER,
    ];
    const reader = new ReportReader({ reportId: "r", sha256: "0".repeat(64), names: [], pages });
    const { text } = reader.ask("Interest expense shot up in 2024 - by how much?");
    expect(text).toMatch(/50\.0%.* 40 million/);
  });

  it("prefers what is left to what was allowed", () => {
    const plan =
      "The board authorized the repurchase of up to $300 million of our shares. To date we may still repurchase the remaining $166 million of shares under the authorization.";
    expect(ask("What is left of the repurchase authorization?", plan).text).not.toMatch(/^\$300 million/);
  });

  it("names who did it, and not to whom it was done", () => {
    const audit =
      "We have audited the balance sheet of Harbour Lines, Inc. as of May 31, 2024. Our internal control was audited by Marsh & Beacon LLP, an independent registered public accounting firm.";
    expect(ask("Who audited the internal control?", audit).text).toMatch(/^Marsh & Beacon LLP\. /);
    const sale =
      "In March 2024 the operations of the Oyster Ferries were sold by us to Brinkman Tugs Ltd. for cash.";
    expect(ask("Who bought the Oyster Ferries?", sale).text).toMatch(/^Brinkman Tugs Ltd\. /);
  });

  it("names a person in full, if only one of that name is known", () => {
    const pilot =
      "New charts of the harbour were drawn by Ada Moreno and by Paul Brandt. Mr. Brandt vouches for the charts of the northern fairway.";
    expect(ask("Who vouches for the charts of the fairway?", pilot).text).toMatch(
      /^Paul Brandt\. “Mr\. Brandt/,
    );
    const two = pilot.replace("Ada Moreno", "Ada Brandt");
    expect(ask("Who vouches for the charts of the fairway?", two).text).not.toMatch(/^Paul Brandt/);
  });

  it("gives all names of a list where several are asked for, and no word that only begins a sentence", () => {
    const rivals =
      "Our main competitors in towage are Brinkman Tugs Ltd., Selby Towage Inc. and Oyster Ferries. " +
      "Nevertheless, our competitors in towage are smaller than our main fleet.";
    expect(ask("Who are the main competitors in towage?", rivals).text).toMatch(
      /^Brinkman Tugs Ltd\., Selby Towage Inc\. and Oyster Ferries\. /,
    );
  });

  it("takes what a company sells for its products, and not for businesses it sold", () => {
    const sells =
      "We sell ropes, anchors and sails to ferry companies and to fishermen in all northern harbours.";
    expect(ask("What does the company sell?", sells).text).toMatch(/ropes, anchors and sails/);
  });

  it("makes no claims of years", () => {
    expect(ask("How many employees are in Japan?", STAFF).claims.map(({ value }) => value)).toEqual([
      1_208, 1_777, 3_210,
    ]);
  });

  it("answers about no year but the one asked for", () => {
    const statement = makeStatementPage(
      15,
      "Consolidated Statements of Income",
      ["2024", "2023"],
      [
        ["Revenue", "$2,000", "$1,600"],
        ["Cost of revenue", "(1,200)", "(1,000)"],
        ["Gross profit", "800", "600"],
        ["Operating income", "300", "200"],
        ["Net income", "210", "140"],
      ],
    );
    const sales = makeTextPage(1, "Revenue was $549 million in the fourth quarter, up 9.1%.");
    const rent = makeTextPage(
      2,
      "Rent for the harbour offices was $12 million. In 2021 rent was $9 million.",
    );
    const pages = [sales, rent, statement, ...FILLER];
    const reader = new ReportReader({ reportId: "rep_1", sha256: "0".repeat(64), names: ["Harbour"], pages });
    for (const question of [
      "What was the revenue in 2012?",
      "What was net income in fiscal 2019?",
      "What was the rent for the harbour offices in 2019?",
    ])
      expect([question, reader.ask(question).kind]).toEqual([question, "not_found"]);
    expect(reader.ask("What was the rent for the harbour offices in 2024?").text).toMatch(/^\$12 million/);
    expect(reader.ask("What was rent in 2021?").text).toMatch(/^\$9 million/);
  });

  it("names a person, and not somebody else", () => {
    const officer = "Élodie Marchand is Group Chief Financial Officer and joined the company in 2009.";
    expect(ask("Who is the CFO?", officer).text).toMatch(/^Élodie Marchand\. /);
  });

  it("answers yes or no where a sentence decides it", () => {
    const never = "We have never declared or paid any cash dividends on our capital stock.";
    const met = "At year end we were in compliance with all covenants of the loan agreement.";
    expect(ask("Has it ever paid a cash dividend?", never).text).toMatch(/^No\. “We have never/);
    expect(ask("Is it in compliance with the loan covenants?", met).text).toMatch(/^Yes\. “At year end/);
  });

  it("decides a question that names two states by a sentence about one of them", () => {
    const toll = "The directors have not paid an interim levy for the northern lock in the year.";
    expect(ask("Was a levy for the northern lock paid or proposed?", toll).text).toMatch(/^No\. /);
  });

  it("takes what is negative for a denial, unless that is asked", () => {
    const flows = "The cash flows of the northern lock have been negative in each of the last three years.";
    expect(ask("Did the northern lock have cash flows in the last years?", flows).text).not.toMatch(/^Yes/);
    expect(ask("Were the cash flows of the northern lock negative?", flows).text).toMatch(/^Yes\. /);
  });

  it("computes a change that the sentence gives only as two amounts", () => {
    const charges =
      "Financial charges decreased to $1.8 million compared to $9.3 million in the prior year due to the repayment of debentures.";
    const { text, claims } = ask("Why did financial charges fall and by how much?", charges);
    expect(text).toMatch(/^A decrease of \$7\.50 million\. “Financial charges decreased/);
    expect(claims).toContainEqual(
      expect.objectContaining({
        verdict: "computed",
        value: -7.5,
        scale: "million",
        expression: "1.8 - 9.3",
      }),
    );
  });

  it("takes a cell of any table by its row and its column", () => {
    const hotels = makeStatementPage(
      1,
      "Properties",
      ["Rooms", "Slots"],
      [
        ["Grand Pier (Oslo)", "2,051", "1,984"],
        ["Old Mill (Bergen)", "1,310", "1,120"],
      ],
    );
    const reader = new ReportReader({
      reportId: "r",
      sha256: "0".repeat(64),
      names: [],
      pages: [hotels, ...FILLER],
    });
    const { text, claims } = reader.ask("How many slots does the Grand Pier have?");
    expect(text).toBe("1,984. Source: Grand Pier (Oslo), Slots (page 1).");
    expect(claims).toMatchObject([{ value: 1_984, page: 1, verdict: "found" }]);
    expect(reader.ask("How many restaurants does the Grand Pier have?").kind).toBe("not_found");
  });

  it("gives the passage under the heading that a question names", () => {
    const page = makeTextPage(
      1,
      "Trading began well in the new year. Orders rose in all regions. We foresee steady demand.",
    );
    const heading = {
      ...page.blocks[0],
      kind: "heading" as const,
      level: 1,
      text: "Outlook",
      box: [72, 50, 540, 60],
    };
    const pages = [{ ...page, blocks: [heading, ...page.blocks] }, ...FILLER] as PageRecord[];
    const reader = new ReportReader({ reportId: "r", sha256: "0".repeat(64), names: [], pages });
    expect(reader.ask("What does management say about the outlook?").text).toMatch(
      /^“Trading began well in the new year\.” \(page 1\) “Orders rose/,
    );
  });

  it("names the largest only where a sentence says so", () => {
    const visit = "Ferncliffe Gardens is a hotel with many rooms and a view over the bay and the harbour.";
    expect(ask("Which hotel has the most rooms?", visit).kind).toBe("not_found");
  });

  it("decides from the statements whether a figure grew", () => {
    const income = makeStatementPage(
      1,
      "Consolidated Statements of Income",
      ["2024", "2023"],
      [
        ["Revenue", "$2,000", "$1,600"],
        ["Net income", "210", "140"],
      ],
    );
    const reader = new ReportReader({
      reportId: "r",
      sha256: "0".repeat(64),
      names: [],
      pages: [income, ...FILLER],
    });
    expect(reader.ask("Did revenue grow in 2024?").text).toMatch(/^Yes\. .*25\.0%/);
    expect(reader.ask("Did revenue fall in 2024?").text).toMatch(/^No\. /);
  });

  it.each([
    ["something the report never names", "What did it pay for Zanzibar Logistics?"],
    ["a kind of answer that no sentence has", "When was the termination fee agreed?"],
    ["something else than its sentences say", "How many patents does Brinkman hold?"],
  ])("refuses a question for %s, with the nearest pages", (_, question) => {
    const { text, kind, claims, pagesConsidered } = ask(question, TERMINATION, STAFF);
    expect([text, kind, claims]).toEqual(["Not found in this report.", "not_found", []]);
    expect(pagesConsidered.length).toBeGreaterThan(0);
  });
});
