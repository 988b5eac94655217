import { describe, expect, it } from "vitest";
import type { ArticleRow } from "../search/store.ts";
import { answerFromArticles } from "./answer-from-articles.ts";

function article(title: string, body: string, published_at = "2025-03-10T08:00:00Z"): ArticleRow {
  return {
    article_no: 1,
    article_id: "art_1",
    link: null,
    title,
    source: null,
    snippet: "",
    body,
    language: "en",
    published_at,
    date_evidence: "",
    svc_entity_id: [],
    fictional: true,
    cluster_no: 1,
    source_count: 1,
    article_count: 1,
  };
}

const ARTICLES = [
  article(
    "Brindel buys Okkerhof",
    "Brindel Foods has bought Okkerhof Dairies for €40 million. It employs 300 people.",
  ),
  article(
    "Norwegian output up",
    "Industrial production in Norway rose 2.1 percent in March. Exports fell 4 percent.",
  ),
  article("Index loses in spring", "The Wexcombe index lost 3 percent in the second quarter."),
  article("Higher prices in shops", "Brindel Foods will raise average prices by 4 percent in May."),
  article("Shops for Brindel", "Brindel Foods bought twelve bakeries in Ghent for €9 million."),
  article("Brindel in 2024", "Brindel Foods had sales of €912 million in 2024."),
];
const ask = (question: string) => answerFromArticles(ARTICLES, question, "en").answer;

describe("an answer from articles", () => {
  it.each([
    ["What did Brindel Foods buy?", "Okkerhof"],
    ["what did brindel buy?", "Okkerhof"],
    ["Who bought Okkerhof Dairies?", "Brindel Foods has bought"],
    ["How much did Norwegian industrial production rise in March?", "2.1 percent"],
    ["How much did the Wexcombe index lose in the second quarter?", "3 percent"],
    ["What were the sales of Brindel Foods in 2024?", "€912 million"],
    ["How much will Brindel Foods raise prices?", "4 percent"],
    ["Who bought the bakeries in Ghent?", "bought twelve bakeries"],
  ])("answers %s", (question, part) => {
    expect(ask(question)).toContain(part);
  });

  it.each([
    ["about another company", "What did Vandermoor Foods buy?"],
    ["where the company is bought and does not buy", "What did Okkerhof Dairies buy?"],
    ["where a plain word names what is bought", "What did the bakeries in Ghent buy?"],
    ["about another country", "How much did industrial production in Sweden rise in March?"],
    ["about another measure", "How much did retail sales in Norway rise in March?"],
    ["in the other direction", "How much did industrial production in Norway fall in March?"],
    ["for another thing that moves in the same direction", "How much did Brindel Foods raise with its bond?"],
    ["for another quarter", "How much did the Wexcombe index lose in the first quarter?"],
    ["for another year", "What were the sales of Brindel Foods in 2021?"],
  ])("does not answer %s", (_what, question) => {
    expect(ask(question)).toBe("Not found in these articles.");
  });

  it("takes the subject of a sentence that does not name it from the sentence before", () => {
    expect(ask("How many people does Okkerhof Dairies employ?")).toContain("employs 300 people");
    expect(ask("How many people does Vandermoor Foods employ?")).toBe("Not found in these articles.");
  });
});
