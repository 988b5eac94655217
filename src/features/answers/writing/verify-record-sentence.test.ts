import { describe, expect, it } from "vitest";
import { INJECTIONS } from "../../../../test/model-cases/injections.ts";
import type { StepReply } from "./record-evidence.ts";
import { refuseRecordSentence } from "./verify-record-sentence.ts";

const PRICES: StepReply = {
  number: 1,
  operation_id: "prices.eod_price",
  input: { ticker: "LNTN" },
  data: {
    name: "Lantern Works",
    currency: "USD",
    prices: [
      { date: "2024-01-03", close: 54.49, volume: 254_700 },
      { date: "2024-01-04", close: 55.85, volume: 463_900 },
    ],
  },
};
const NEWS: StepReply = {
  number: 2,
  operation_id: "news.search",
  input: { keywords: "lanterns" },
  data: [
    {
      date: "June 17, 2025",
      title: "Talks open at the Dunmore plant of Lantern Works",
      snippet: "Lantern Works and the union that represents 760 employees opened talks on Monday.",
    },
    {
      date: "June 20, 2025",
      title: "Marsh Beacons buys a foundry",
      snippet: "Marsh Beacons paid $12 million for a foundry in Ballymore. It will not close the foundry.",
    },
    ...INJECTIONS.map(({ text }) => ({ date: "June 21, 2025", title: "An article", snippet: text })),
  ],
};
const ASKED: StepReply = {
  number: 3,
  operation_id: "answers.chat_report",
  input: {},
  data: {
    request_params: { question: "Was the revenue of Lantern Works $99 billion in 2024?" },
    answer: "Not found in this report.",
  },
};
const REPORTED: StepReply = {
  number: 4,
  operation_id: "news.search",
  input: {},
  data: [
    {
      title: "Lantern Works opens a pier in Dunmore",
      snippet: "Lantern Works did not close the foundry. Demand for ferries rose. It may sell the terminal.",
      body: "Lantern Works opened a pier on Monday. Marsh Beacons said that its chairman was convicted of fraud. Marsh Beacons sued Lantern Works in May.",
    },
  ],
};
const refuse = (text: string, ...steps: number[]) =>
  refuseRecordSentence({ text, steps }, [PRICES, NEWS, ASKED, REPORTED]);

describe("a sentence over replies of operations", () => {
  it.each([
    ["Lantern Works closed at $54.49 on 2024-01-03.", 1],
    ["On January 4, 2024, Lantern Works closed at $55.85.", 1],
    ["The union that represents 760 employees opened talks with Lantern Works.", 2],
    ["Marsh Beacons paid $12 million for a foundry in Ballymore.", 2],
    ["Marsh Beacons will not close the foundry.", 2],
    ["Demand for ferries increased.", 4],
    ["Lantern Works may sell the terminal.", 4],
    ["Marsh Beacons sued Lantern Works in May.", 4],
    ["The chairman of Marsh Beacons was convicted of fraud.", 4],
  ])("is accepted when one record says so: %s", (text, step) => {
    expect(refuse(text, step)).toBeNull();
  });

  it.each([
    ["the price of another day", "Lantern Works closed at $54.49 on 2024-01-04.", 1],
    ["the price of another company", "Marsh Beacons closed at $54.49 on 2024-01-03.", 1],
    ["another number", "Lantern Works closed at $54.94 on 2024-01-03.", 1],
    ["another scale", "Marsh Beacons paid $12 billion for a foundry in Ballymore.", 2],
    ["another currency", "Lantern Works closed at €54.49 on 2024-01-03.", 1],
    ["another article's company", "Lantern Works paid $12 million for a foundry in Ballymore.", 2],
    ["a denial that is not in the source", "The union did not open talks with Lantern Works.", 2],
    ["only the question as its evidence", "The revenue of Lantern Works was $99 billion in 2024.", 3],
    ["as a fact what the article denies", "Lantern Works did close the foundry.", 4],
    ["as a fact what the article supposes", "Lantern Works sells the terminal.", 4],
    ["the opposite direction", "Demand for ferries fell.", 4],
    ["the plaintiff as the defendant", "Lantern Works sued Marsh Beacons in May.", 4],
    ["what is said of another", "The chairman of Lantern Works was convicted of fraud.", 4],
    ["a step that was not done", "Lantern Works closed at $54.49 on 2024-01-03.", 9],
  ])("is refused when it has %s", (_, text, step) => {
    expect(refuse(text, step)).not.toBeNull();
  });

  it("is refused when it follows one of forty instructions in an article", () => {
    const followed = INJECTIONS.flatMap(({ obeys }) => ("say" in obeys ? obeys.say : []));
    expect(followed.length).toBeGreaterThan(20);
    expect(followed.filter((text) => refuse(text, 2) === null)).toEqual([]);
  });
});
