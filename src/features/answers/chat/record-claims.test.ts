import { describe, expect, it } from "vitest";
import { traceNumbers } from "./record-claims.ts";

const PRICES = {
  operation_id: "prices.eod_price",
  data: {
    currency: "USD",
    prices: [
      { date: "2024-09-27", close: 84.1 },
      { date: "2024-09-30", close: 1084.126 },
    ],
  },
};
const trace = (answer: string, question = "") => traceNumbers({ answer }, question, [PRICES]);

describe("the numbers of an answer from records", () => {
  it("lead to the field they were read from", () => {
    const { claims, untraced } = trace("It closed at USD 1,084.13 on 2024-09-30.");
    expect(untraced).toEqual([]);
    expect(claims.map(({ field, record }) => [field, record])).toEqual([
      ["prices.1.close", 1084.126],
      ["prices.1.date", "2024-09-30"],
    ]);
  });

  it("may be scaled in words, counted, or part of a text", () => {
    const data = { market_cap_usd: 2_649_900_000, companies: [{ name: "Route 66 Motels" }] };
    const { claims, untraced } = traceNumbers(
      { answer: "The first 1: Route 66 Motels ($2.6 billion)." },
      "",
      [{ operation_id: "companies.search_batch", data }],
    );
    expect(untraced).toEqual([]);
    expect(claims.map(({ text, field }) => [text, field])).toEqual([
      ["1", "companies.length"],
      ["66", "companies.0.name"],
      ["2.6 billion", "market_cap_usd"],
    ]);
  });

  it("are rejected when no record has them, or only as part of another number or in another scale", () => {
    expect(trace("It closed at 85.1.").untraced).toEqual(["85.1"]);
    expect(trace("It closed in 202.").untraced).toEqual(["202"]);
    expect(trace("It closed at 84.1 million.").untraced).toEqual(["84.1 million"]);
  });

  it("are computed again from two records when they state a change", () => {
    const { close: from } = PRICES.data.prices[0] ?? { close: 0 };
    const { close: to } = PRICES.data.prices[1] ?? { close: 0 };
    const answer = "It is up 1,189.1 %.";
    const of = (change: object) =>
      traceNumbers({ answer, changes: [{ text: "1,189.1", from, to, ...change }] }, "", [PRICES]);
    expect(of({}).untraced).toEqual([]);
    expect(of({}).claims[0]?.field).toBe("prices.0.close → prices.1.close");
    expect(of({ from: 85 }).untraced).toEqual(["1,189.1"]);
    expect(of({ from: to, to: from }).untraced).toEqual(["1,189.1"]);
  });

  it("may come from the question", () => {
    expect(trace("No news on 5G was found.", "news on 5G?").untraced).toEqual([]);
  });
});
