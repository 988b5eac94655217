import { describe, expect, it } from "vitest";
import { findMentions } from "./find-mentions.ts";

const readings = (question: string) => findMentions(question).flatMap((mention) => mention.readings);

describe("findMentions", () => {
  it("leaves the name of a figure out, and no part of the company's", () => {
    expect(readings("Revenue of Orvenport Logistik in 2024")).toContain("Orvenport Logistik");
    expect(readings("Revenue of Orvenport Logistik in 2024")).not.toContain("Logistik");
  });

  it("keeps letters that are joined by a sign together", () => {
    expect(readings("Northwind R&D as % of sales")).toEqual(["Northwind"]);
  });

  it("takes the people of a country for no company", () => {
    expect(readings("German companies with reports")).toEqual([]);
  });
});
