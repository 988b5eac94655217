import { describe, expect, it } from "vitest";
import type { PageRecord } from "../../reports/index.ts";
import type { DraftAnswer } from "../answer.ts";
import type { Claim } from "./claim.ts";
import { findUnsupportedNumbers } from "./guard.ts";

const CLAIM: Claim = {
  claim_id: "clm_1",
  verdict: "computed",
  label: "Net PP&E",
  value: 107.675,
  unit: "USD",
  scale: "billion",
  period: "FY2018",
  page: null,
  box: null,
  quote: null,
  document_sha256: "",
  expression: null,
  computed_from: [],
  link: null,
};
const PAGE: PageRecord = {
  page: 59,
  width: 612,
  height: 792,
  text: "",
  blocks: [],
  lines: [{ text: "Property and equipment, net 107,675", box: [0, 0, 100, 10] }],
  tables: [],
  rows: [],
  words: [],
};

function unsupported(text: string, question = "", claims: Claim[] = [CLAIM]): string[] {
  const answer: DraftAnswer = { text, kind: "figure", claims, pages: [], confidence: 1, figure: null };
  return findUnsupportedNumbers(answer, question, (page) => (page === PAGE.page ? PAGE : undefined));
}

describe("findUnsupportedNumbers", () => {
  it("accepts numbers on a cited page and computed numbers, rounded in the usual way", () => {
    expect(unsupported("$107.68 billion. Source: $107,675 million (page 59)")).toEqual([]);
  });

  it("reports a number that no page has, and one that is rounded differently", () => {
    expect(unsupported("$107.67 billion")).toEqual(["107.67"]);
    expect(unsupported("$107,675 million", "", [])).toEqual(["107675"]);
  });

  it("accepts the year of a day that the page prints with dots", () => {
    const page: PageRecord = { ...PAGE, lines: [{ text: "31.12.2024 31.12.2023", box: [0, 0, 100, 10] }] };
    const answer = {
      text: "Equity, FY2024 (page 59), FY2022",
      kind: "figure",
      claims: [],
      pages: [],
      confidence: 1,
    };
    const find = (number: number) => (number === page.page ? page : undefined);
    expect(findUnsupportedNumbers({ ...answer, kind: "figure", figure: null }, "", find)).toEqual(["2022"]);
  });

  it("accepts a claimed number that the page prints with other marks for thousands and decimals", () => {
    const box: [number, number, number, number] = [10, 10, 60, 20];
    const page: PageRecord = { ...PAGE, lines: [], words: [{ text: "1.862,5", box }] };
    const claim: Claim = { ...CLAIM, verdict: "found", value: 1862.5, scale: "million", page: 59, box };
    const answer: DraftAnswer = {
      text: "€1,862.5 million",
      kind: "figure",
      claims: [claim],
      pages: [],
      confidence: 1,
      figure: null,
    };
    expect(findUnsupportedNumbers(answer, "", () => page)).toEqual([]);
    const other = { ...answer, claims: [{ ...claim, value: 1862.6 }] };
    expect(findUnsupportedNumbers(other, "", () => page)).toEqual(["1862.5"]);
  });

  it("accepts numbers from the question", () => {
    expect(unsupported("no revenue for FY2019", "revenue of FY2019?", [])).toEqual([]);
    expect(unsupported("no revenue for FY2019", "revenue of FY19?", [])).toEqual([]);
    expect(unsupported("no revenue for FY2019", "revenue of 19?", [])).toEqual(["2019"]);
  });
});
