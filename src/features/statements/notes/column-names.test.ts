import { describe, expect, it } from "vitest";
import { cleanHeads } from "./column-names.ts";

describe("the heads of columns", () => {
  it("lose what a title or a common head put into several of them", () => {
    expect(
      cleanHeads([
        "Statement of equity Attributable to owners Reserves",
        "Attributable to owners Retained earnings",
        "Statement of equity Total",
      ]),
    ).toEqual(["Reserves", "Retained earnings", "Total"]);
  });

  it("keep a single word that two of them begin with", () => {
    expect(cleanHeads(["Share capital", "Share premium", "Total"])).toEqual([
      "Share capital",
      "Share premium",
      "Total",
    ]);
  });
});
