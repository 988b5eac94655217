import { describe, expect, it } from "vitest";
import { findFigure } from "./find-figure.ts";

describe("findFigure", () => {
  it.each([
    "Quel était le chiffre d'affaires en 2024 ?",
    "Quel était le chiffre d’affaires en 2024 ?",
    "Wie hoch war der Umsatz im Jahr 2024?",
  ])("finds revenue, whatever the apostrophe: %s", (question) => {
    expect(findFigure(question, [])?.id).toBe("revenue");
  });

  it("takes the letters of an office for a figure only where no person is asked for", () => {
    expect(findFigure("Who is the CFO of Northwind?", ["Northwind"])).toBeNull();
    expect(findFigure("What was the CFO of Northwind in 2024?", ["Northwind"])?.id).toBe(
      "cash_from_operations",
    );
  });
});
