import { describe, expect, it } from "vitest";
import { type ChatScope, completeRequest } from "./chat-scope.ts";
import { readRequest } from "./read-request.ts";

describe("readRequest", () => {
  it.each([
    ["What was Northwind's revenue in 2024?", "figure", ["Northwind"], "revenue"],
    ["revenue of northwind 2024", "figure", ["northwind"], "revenue"],
    ["General Oats & Sons net income FY2022", "figure", ["General Oats & Sons"], "net income"],
    [
      "Compare the operating margin of Northwind and Bank of Utopia in 2024",
      "comparison",
      ["Northwind", "Bank of Utopia"],
      "operating margin",
    ],
    [
      "Which has the higher net income, General Oats or Southwind?",
      "comparison",
      ["General Oats", "Southwind"],
      "net income",
    ],
    ["latest news on Northwind", "news", ["Northwind"], null],
    ["What reports are available for Northwind Software?", "reports", ["Northwind Software"], null],
    ["What is the share price of Northwind Traders?", "price", ["Northwind Traders"], null],
    ["What is the market cap of Northwind?", "market_cap", ["Northwind"], null],
    ["What is the ISIN of Northwind?", "screen", ["Northwind"], null],
    ["companies with a net margin above 10%", "ranking", [], "net margin"],
    ["top 10 companies by return on equity in 2024", "ranking", [], "return on equity"],
    ["Which companies in Germany have more than 1 billion euro revenue?", "ranking", [], "revenue"],
    ["reports from 2024", "reports", [], null],
    ["Northwind R&D as % of sales", "figure", ["Northwind"], "research and development"],
    ["firms with revenue of more than $1 billion", "ranking", [], "revenue"],
    ["How did Northwind's shares perform over the last year?", "price", ["Northwind"], null],
    ["What happened to Northwind this month?", "news", ["Northwind"], null],
    ["What's new with Northwind?", "news", ["Northwind"], null],
    ["What is New Harbour Mills' revenue?", "figure", ["New Harbour Mills"], "revenue"],
    ["Will Northwind's stock go up?", "opinion", ["Northwind"], null],
    ["What will the share price of Northwind be next year?", "opinion", ["Northwind"], null],
    ["Where is the price of Northwind tomorrow?", "opinion", ["Northwind"], null],
    ["Should I buy Northwind?", "opinion", ["Northwind"], null],
    ["Is Northwind undervalued?", "opinion", ["Northwind"], null],
    ["Is Northwind a good investment?", "opinion", ["Northwind"], null],
    ["Will Northwind sell its shares in the mill?", "figure", ["Northwind"], null],
    ["What will Northwind invest in plants?", "figure", ["Northwind"], null],
  ])("recognizes the request in: %s", (question, shape, names, figure) => {
    expect(readRequest(question)).toMatchObject({ shape, names, figure });
  });
});

describe("readRequest for a list of companies", () => {
  const criteria = (question: string) => readRequest(question).criteria;

  it.each([
    [
      "List Japanese companies with a market cap over $10 billion",
      { country: "JP", market_cap_usd: { min: 10e9 } },
    ],
    [
      "Which German software companies are worth between 1 and 5 billion dollars?",
      { country: "DE", sector: "isic:J62", market_cap_usd: { min: 1e9, max: 5e9 } },
    ],
    ["10 largest banks in the US", { country: "US", sector: "isic:K64", limit: 10 }],
    ["software companies in Germany", { country: "DE", sector: "isic:J62" }],
    ["Top 5 largest banks in France", { country: "FR", sector: "isic:K64", limit: 5 }],
    ["Top 5 companies by market cap in Japan", { country: "JP", limit: 5 }],
    ["Show the smallest companies in Canada", { country: "CA", order: "market_cap_asc" }],
  ])("reads the criteria in: %s", (question, expected) => {
    expect(criteria(question)).toMatchObject({ ...expected, unread: [] });
  });

  it("takes us for no country where it is no name of one", () => {
    expect(criteria("Give us the largest banks")?.country).toBeUndefined();
  });

  it("ranks within a country that is named", () => {
    expect(readRequest("Which companies in Germany have the highest revenue?")).toMatchObject({
      shape: "ranking",
      figure: "revenue",
      criteria: { country: "DE" },
    });
  });

  it("names the conditions that it cannot check instead of dropping them", () => {
    expect(criteria("companies with a dividend yield over 3% in Spain")?.unread).toEqual([
      "dividend",
      "yield",
    ]);
  });
});

describe("completeRequest", () => {
  const northwind = { svc_entity_id: "ent_northwind", name: "Northwind Traders" };
  const southwind = { svc_entity_id: "ent_southwind", name: "Southwind Mills" };
  const scope: ChatScope = {
    companies: [northwind],
    shape: "figure",
    figure_id: "revenue",
    period: "2024",
    report_id: "rep_northwind",
  };
  const nothing = { companies: [], unknown: [], words: [] };

  it.each([
    ["And in 2023?", "revenue", "2023", false],
    ["How much did it grow?", "revenue", "2024", true],
    ["and its margin?", "net_margin", "2024", false],
    ["what about 2022?", "revenue", "2022", false],
    ["And the year before?", "revenue", "2023", false],
    ["And net income?", "net_income", "2024", false],
  ])("keeps what a follow-up leaves out: %s", (question, figureId, period, isChange) => {
    const request = completeRequest(question, nothing, scope);
    expect(request).toMatchObject({ companies: [northwind], figureId, period, isChange, isFollowUp: true });
  });

  it("keeps the report only while the period stays the same", () => {
    expect(completeRequest("And net income?", nothing, scope).reportId).toBe("rep_northwind");
    expect(completeRequest("And in 2023?", nothing, scope).reportId).toBeNull();
  });

  it("takes the figure and the period for another company", () => {
    const found = { companies: [southwind], unknown: [], words: ["Southwind"] };
    const request = completeRequest("What about Southwind?", found, scope);
    expect(request).toMatchObject({ companies: [southwind], figureId: "revenue", period: "2024" });
  });

  it("does not take thanks for a follow-up", () => {
    expect(completeRequest("Thanks!", nothing, scope)).toMatchObject({ companies: [], isFollowUp: false });
  });

  it("means the first company of a ranking by its singular", () => {
    const ranking = { ...scope, shape: "ranking", companies: [northwind, southwind] };
    expect(completeRequest("And its net income?", nothing, ranking).companies).toEqual([northwind]);
    expect(completeRequest("And their net income?", nothing, ranking).companies).toHaveLength(2);
  });
});
