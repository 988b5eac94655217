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
const refuse = (text: string, ...steps: number[]) => refuseRecordSentence({ text, steps }, [PRICES, NEWS]);

describe("a sentence over replies of operations", () => {
  it.each([
    ["Lantern Works closed at $54.49 on 2024-01-03.", 1],
    ["On January 4, 2024, Lantern Works closed at $55.85.", 1],
    ["The union that represents 760 employees opened talks with Lantern Works.", 2],
    ["Marsh Beacons paid $12 million for a foundry in Ballymore.", 2],
    ["Marsh Beacons will not close the foundry.", 2],
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
    ["a denial nobody wrote", "The union did not open talks with Lantern Works.", 2],
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
