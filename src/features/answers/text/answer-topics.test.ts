import { describe, expect, it } from "vitest";
import { makeHeadedPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";

const FILLER = Array.from({ length: 12 }, (_, at) =>
  makeTextPage(
    at + 20,
    "The weather was mild and the harbour stayed open throughout the season under review.",
  ),
);

function ask(question: string, pages: ReturnType<typeof makeTextPage>[]) {
  const report = { reportId: "rep_1", sha256: "0".repeat(64), names: ["Harbour Lines"] };
  return new ReportReader({ ...report, pages: [...pages, ...FILLER] }).ask(question);
}

const ROUTINE =
  "We are party to a variety of claims. Management believes that the outcome of these proceedings will not have a material adverse effect on our results.";
const LAWSUITS = "The company is a defendant in several lawsuits about the design of its berths.";

describe("a question for legal proceedings", () => {
  it("is denied where the report says that none is material", () => {
    const pages = [makeHeadedPage(1, [["Item 3. Legal Proceedings.", ROUTINE]])];
    expect(ask("Does Harbour Lines face any material litigation?", pages).text).toMatch(
      /^No\. “Management believes that the outcome/,
    );
  });

  it.each([
    "The authority sued us for $900 million in May 2024. Except for this case, we are not party to any proceedings that are material.",
    "The authority sued us for $900 million in May 2024. We do not believe that the claims will have a material adverse effect.",
    "We do not believe that the other claims will have a material adverse effect on our results.",
    "There can be no assurance that the outcome of these proceedings will not have a material adverse effect.",
    "We expect that these proceedings, which are not covered by insurance and are material, will go on.",
  ])("is not denied where the denial is not of all of them: %s", (text) => {
    const pages = [makeHeadedPage(1, [["Item 3. Legal Proceedings.", text]])];
    expect(ask("Does Harbour Lines face any material litigation?", pages).text).not.toMatch(/^No\b/);
  });

  it("is affirmed with no warranties or other obligations", () => {
    const pages = [
      makeHeadedPage(1, [
        ["Note 9. Contingencies", "The claims of our customers are paid."],
        ["Product warranties", "Claims are accrued when lamps are sold."],
        ["Asset retirement obligations", "Sites are restored when leases end."],
      ]),
    ];
    expect(ask("Are there any significant ongoing legal disputes?", pages).text).not.toMatch(/^Yes\b/);
  });

  it("is affirmed with the matters that have a heading of their own", () => {
    const pages = [
      makeHeadedPage(1, [
        ["Note 9. Contingencies", LAWSUITS],
        ["Pier collapse class action", "The hearing is set for the next year in the district court."],
        ["Dredging permit dispute", "The authority has appealed the decision of the lower court."],
      ]),
    ];
    const { text } = ask("Are there any significant ongoing legal disputes?", pages);
    expect(text).toBe(
      `Yes. “Contingencies” (page 1): Pier collapse class action; Dredging permit dispute. “${LAWSUITS}” (page 1) “The hearing is set for the next year in the district court.” (page 1)`,
    );
  });

  it("is not answered from risk factors", () => {
    const pages = [makeHeadedPage(1, [["Risks of litigation", LAWSUITS]])];
    expect(ask("Are there any significant ongoing legal disputes?", pages).kind).toBe("not_found");
  });
});

const BOUGHT =
  "In March 2024, we acquired all of the outstanding shares of Brinkman Tugs Ltd. for cash consideration of $89 million.";
const SOLD = "In May 2024, the Company completed the sale of its Oyster Ferries business for $12 million.";

describe("a question for acquisitions or disposals", () => {
  it.each([
    [
      "What are the major acquisitions that Harbour Lines has made in 2024?",
      /^Brinkman Tugs Ltd\. “In March/,
    ],
    ["What acquisitions did Harbour Lines make in 2024?", /^Brinkman Tugs Ltd\. “In March/],
    ["Did the company make any acquisitions in 2024?", /^Yes\. Brinkman Tugs Ltd\. /],
    ["Which businesses did it sell in 2024?", /^Oyster Ferries\. “In May 2024/],
  ])("is answered with names: %s", (question, expected) => {
    expect(ask(question, [makeTextPage(1, `${BOUGHT} ${SOLD}`)]).text).toMatch(expected);
  });

  it.each(["What are the major acquisitions made in 2021?", "Which businesses did it sell in 2021?"])(
    "names no deal of another year: %s",
    (question) => {
      expect(
        ask(question, [makeTextPage(1, `${BOUGHT} ${SOLD} Nothing happened in 2021.`)]).text,
      ).not.toMatch(/^(?:Brinkman|Oyster)/);
    },
  );

  it.each([
    "In March 2024, our competitor Marsh Beacons acquired Brinkman Tugs Ltd. for $89 million.",
    "In March 2024, Marsh Beacons, a rival, acquired Brinkman Tugs Ltd. for $89 million.",
    "In March 2024, we terminated the agreement to acquire Brinkman Tugs Ltd. for $89 million.",
    "In March 2024, we intend to complete the acquisition of Brinkman Tugs Ltd. for $89 million.",
    "In March 2024, we did not complete the acquisition of Brinkman Tugs Ltd. for $89 million.",
  ])("names no deal of another or that was not done: %s", (text) => {
    expect(ask("Which companies did it acquire in 2024?", [makeTextPage(1, text)]).text).not.toMatch(
      /^Brinkman/,
    );
    expect(ask("Did the company make any acquisitions in 2024?", [makeTextPage(1, text)]).text).not.toMatch(
      /^Yes\b/,
    );
  });

  it.each([
    "In May 2024, Marsh Beacons completed the sale of its Oyster Ferries business for $12 million.",
    "In May 2024, we abandoned the sale of Oyster Ferries Ltd. for $12 million.",
  ])("names no sale of another or that was not done: %s", (text) => {
    expect(ask("Which businesses did it sell in 2024?", [makeTextPage(1, text)]).text).not.toMatch(/^Oyster/);
  });

  it("names what its subsidiary bought, and what was agreed", () => {
    const ours = "In March 2024, our subsidiary Oyster acquired Brinkman Tugs Ltd. for $89 million.";
    const agreed =
      "In March 2024, Harbour Lines agreed to acquire Brinkman Tugs Ltd. for $89 million, which is expected to close in May.";
    for (const text of [ours, agreed])
      expect(ask("Which companies did it acquire in 2024?", [makeTextPage(1, text)]).text).toMatch(
        /^Brinkman/,
      );
  });

  it("takes goods and papers for no businesses", () => {
    const goods =
      "In 2024, we sold ENERGY Plus lamps for $3 million. In 2024, we acquired Treasury Notes for $4 million.";
    expect(ask("Which businesses did it sell in 2024?", [makeTextPage(1, goods)]).kind).toBe("not_found");
    expect(ask("Which companies did it acquire in 2024?", [makeTextPage(1, goods)]).kind).toBe("not_found");
  });
});

describe("a question for any legal proceedings", () => {
  it("is affirmed with the case that the chapter refers to", () => {
    const pages = [
      makeHeadedPage(1, [
        ["Patents", "We hold six patents. Northgate Winches sued us in May over two of them."],
      ]),
      makeHeadedPage(2, [["Legal proceedings", "Legal proceedings are described under “Patents”."]]),
    ];
    expect(ask("Does Harbour Lines have any legal proceedings?", pages).text).toMatch(
      /^Yes\. “Northgate Winches sued us/,
    );
    expect(ask("Does Harbour Lines have any material legal proceedings?", pages).text).not.toMatch(/^Yes\b/);
  });
});
