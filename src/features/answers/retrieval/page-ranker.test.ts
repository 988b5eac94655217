import { expect, it } from "vitest";
import { makeTextPage } from "../made-up-pages.ts";
import { PageRanker } from "./page-ranker.ts";
import { passagesOf } from "./passages.ts";
import { readSearchTerms } from "./question-terms.ts";

const PAGES = [
  makeTextPage(1, "The company sells pumps and valves to water utilities."),
  makeTextPage(2, "The credit facility of 300 million matures in June 2027 and is undrawn."),
  makeTextPage(3, "Employees are covered by a pension plan."),
  makeTextPage(4, "Consolidated statement of cash flows."),
];
const ranker = new PageRanker(PAGES, passagesOf(PAGES), (kind) => (kind === "cash_flow" ? [4] : []));
const termsOf = (question: string) => readSearchTerms(question, () => null);
const orderOf = (question: string, nearness: Map<number, number> | null = null) =>
  ranker.rankPages(termsOf(question), new Set(), nearness).map(({ page }) => page);

it("ranks the page with the words of the question first while there are no vectors", () => {
  expect(orderOf("When does the credit facility mature?")[0]).toBe(2);
});

it("ranks a page that means the same first, even without a common word", () => {
  const nearness = new Map([
    [1, 0.7],
    [2, 0.71],
    [3, 0.93],
    [4, 0.7],
  ]);
  expect(orderOf("How are staff provided for in old age?", nearness)[0]).toBe(3);
});

it("adds the pages of the statement that a question names", () => {
  const nearness = new Map([
    [1, 0.8],
    [2, 0.8],
    [3, 0.81],
    [4, 0.79],
  ]);
  expect(orderOf("What was spent, according to the cash flow statement?", nearness)[0]).toBe(4);
});

it("keeps every page, whatever is known of it", () => {
  expect(orderOf("pumps", new Map([[2, 0.9]])).toSorted()).toEqual([1, 2, 3, 4]);
});
