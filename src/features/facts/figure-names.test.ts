import { expect, it } from "vitest";
import { listConceptsNamed } from "./figure-names.ts";

it.each([
  ["Revenue", "Revenues"],
  ["total revenues", "RevenueFromContractWithCustomerExcludingAssessedTax"],
  ["Turnover", "Revenue"],
  ["net loss", "NetIncomeLoss"],
  ["income from operations", "OperatingIncomeLoss"],
  ["gross margin", "GrossProfit"],
  ["Total stockholders’ equity", "StockholdersEquity"],
  ["cash from operations", "NetCashProvidedByUsedInOperatingActivities"],
  ["net cash provided by operating activities", "NetCashProvidedByUsedInOperatingActivities"],
  ["EPS", "EarningsPerShareDiluted"],
  ["R&D", "ResearchAndDevelopmentExpense"],
  ["research and development cost", "ResearchAndDevelopmentExpense"],
  ["long-term debt", "LongTermDebt"],
  ["shares outstanding", "EntityCommonStockSharesOutstanding"],
])("finds the XBRL concepts of %s", (name, concept) => {
  expect(listConceptsNamed(name)).toContain(concept);
});

it("finds no concept for a name that no figure has", () => {
  expect(listConceptsNamed("total number of penguins")).toEqual([]);
});
