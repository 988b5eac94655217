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

  it("takes goods and papers for no businesses", () => {
    const goods =
      "In 2024, we sold ENERGY Plus lamps for $3 million. In 2024, we acquired Treasury Notes for $4 million.";
    expect(ask("Which businesses did it sell in 2024?", [makeTextPage(1, goods)]).kind).toBe("not_found");
    expect(ask("Which companies did it acquire in 2024?", [makeTextPage(1, goods)]).kind).toBe("not_found");
  });
});
