import { describe, expect, it } from "vitest";
import { choosePages } from "./choose-pages.ts";

const hit = (page: number, snippet: string, report_id = "rep_1") => ({
  report_id,
  title: "Mill & Sons plc Annual Report 2024",
  page,
  snippet,
});
const SENTENCE = "We own two mills at the river and let a third.";

describe("the pages nearest to a question", () => {
  it("come once each, the nearest passage first", () => {
    const hits = [
      hit(3, SENTENCE),
      hit(3, `${SENTENCE} It is old.`),
      hit(7, `${SENTENCE} It is new.`),
      hit(3, SENTENCE, "rep_2"),
    ];
    expect(choosePages(hits, [], 5)).toEqual([hits[0], hits[2], hits[3]]);
    expect(choosePages(hits, [], 2)).toEqual([hits[0], hits[2]]);
  });

  it("come last when they were found only by the line that every page begins with", () => {
    const [cover, heading, text] = [
      hit(1, "MILL & SONS PLC"),
      hit(4, "Annual Report 2024 | 4"),
      hit(4, SENTENCE),
    ];
    expect(choosePages([cover, heading, text], [], 5)).toEqual([text, cover]);
    const name = hit(2, "Mill Flour Trading and River Transport Holdings");
    expect(choosePages([name, text], [name.snippet], 1)).toEqual([text]);
  });
});
