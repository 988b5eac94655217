import { describe, expect, it } from "vitest";
import { type Message, placesOf } from "./places.ts";

const CLAIM = {
  verdict: "found",
  label: "Net sales",
  value: 2_136,
  unit: "USD",
  scale: "million",
  period: "2024",
  box: [1, 2, 3, 4],
  expression: null,
  computed_from: [],
  link: null,
} as const;

function makeMessage(parts: Partial<Message>): Message {
  return { message_id: "msg_1", claims: [], spans: [], sources: [], ...parts } as unknown as Message;
}

const claim = (id: string, page: number | null, more: object = {}) =>
  ({
    ...CLAIM,
    claim_id: id,
    page,
    quote: id,
    document_sha256: "a",
    ...more,
  }) as unknown as Message["claims"][number];

const source = (report_id: string | null, page: number | null, link: string | null) => ({
  kind: "report" as const,
  title: `Title of ${report_id}`,
  report_id,
  page,
  link,
  date: null,
});

describe("the sources of an answer", () => {
  it("come in the order of the numbers, with what a number was computed from in its place", () => {
    const message = makeMessage({
      claims: [claim("b", 3), claim("a", 2), claim("sum", null, { computed_from: ["a", "b"] })],
      spans: [
        { start: 9, end: 10, claim_id: "b" },
        { start: 0, end: 1, claim_id: "sum" },
      ],
      sources: [source("rep_1", 2, "http://x/c/a"), source("rep_1", 3, "http://x/c/b")],
    });
    expect(placesOf(message).map(({ claimId }) => claimId)).toEqual(["a", "b"]);
  });

  it("name the report of each claim: by its link, or by another claim of the same document", () => {
    const message = makeMessage({
      claims: [claim("a", 2), claim("b", 7, { document_sha256: "other" }), claim("c", 9)],
      sources: [source("rep_1", 2, "https://x/c/a?for=acc"), source("rep_2", 7, "https://x/c/b")],
    });
    expect(placesOf(message).map(({ reportId }) => reportId)).toEqual(["rep_1", "rep_2", "rep_1"]);
  });

  it("include pages without a claim once, and no news or prices", () => {
    const message = makeMessage({
      sources: [
        source("rep_1", 7, null),
        source("rep_1", 7, null),
        source(null, null, "https://news.example/"),
      ],
    });
    expect(placesOf(message).map(({ mark }) => mark.page)).toEqual([7]);
  });
});
