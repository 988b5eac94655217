import { describe, expect, it } from "vitest";
import { makeHeadedPage, makeTextPage } from "../made-up-pages.ts";
import { ReportReader } from "../report-reader.ts";
import { headingShare } from "./headings.ts";
import { readTextRequest } from "./request.ts";
import { isWhole } from "./whole-sentence.ts";

const FOOTER = "Harbour Lines plc is a company of the western coast.";

const FILLER = Array.from({ length: 12 }, (_, at) =>
  makeTextPage(at + 20, `The weather was mild and pier ${at} stayed open throughout the season. ${FOOTER}`),
);

function ask(question: string, ...pages: ReturnType<typeof makeTextPage>[]) {
  const report = { reportId: "rep_1", sha256: "0".repeat(64), names: ["Harbour Lines"] };
  return new ReportReader({ ...report, pages: [...pages, ...FILLER] }).ask(question);
}

describe("a passage that answers", () => {
  it("holds only the sentences that are about the question, and no footer", () => {
    const policy = "The dividend policy is to pay out two fifths of what the ferries earn.";
    const page = makeTextPage(
      1,
      `${policy} The chief pilot will retire in spring. The search for another has begun. ${FOOTER}`,
    );
    expect(ask("What is the dividend policy of Harbour Lines?", page).text).toBe(`“${policy}” (page 1)`);
  });

  it("begins the chapter that is called what is asked for", () => {
    const rivals = "We vie with three ferry lines and with the bridge at Northgate.";
    const page = makeHeadedPage(1, [
      ["Ships", "Nine ships were painted in the year."],
      ["Competition", rivals],
    ]);
    expect(ask("Who are the competitors of Harbour Lines?", page).text).toBe(`“${rivals}” (page 1)`);
  });

  it("is the auditors' report in its own language", () => {
    const opinion =
      "Les cabinets Quaiserre & Fils et Brumont Audit certifient que les comptes sont sincères.";
    const page = makeHeadedPage(1, [["Rapport des commissaires aux comptes", opinion]]);
    expect(ask("Who audits Harbour Lines?", page).text).toBe(`“${opinion}” (page 1)`);
  });

  it("is no chapter about something more special", () => {
    const page = makeHeadedPage(1, [["Competition law", "The clerks are trained in it twice a year."]]);
    expect(ask("Who are the competitors of Harbour Lines?", page).kind).toBe("not_found");
  });
});

it("takes a heading for one about its last word, and not about what qualifies that", () => {
  const { terms } = readTextRequest("What products are there?", () => null, null);
  expect(headingShare("Our products", terms)).toBe(1);
  expect(headingShare("Products and services", terms)).toBe(1);
  expect(headingShare("Safety of products", terms)).toBe(0);
  expect(headingShare("Product safety", terms)).toBe(0);
});

it("takes labels and pieces for no sentences", () => {
  const of = (text: string) => isWhole({ page: 1, text, kind: "text", box: [0, 0, 1, 1] });
  expect(of("We paint nine ships a year.")).toBe(true);
  expect(of("• nine ships")).toBe(true);
  expect(of("in millions of dollars at year-end")).toBe(false);
  expect(of("2022 2023 2024")).toBe(false);
  expect(of("Harbour Lines, Inc.")).toBe(false);
});
