import { describe, expect, it } from "vitest";
import { findFigure, findMargins } from "./find-figure.ts";

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

  it("takes growth for that of revenue where companies are compared", () => {
    expect(findFigure("Northwind and Southwind: who grew faster?", ["Northwind", "Southwind"])?.id).toBe(
      "revenue",
    );
    expect(findFigure("Which segment of Northwind grew fastest?", ["Northwind"])).toBeNull();
  });

  it("takes one figure over another for neither of them", () => {
    expect(findFigure("R&D of Northwind as % of sales", ["Northwind"])?.isWhole).toBe(false);
  });

  it("lists all margins only where none is named and nothing else is said", () => {
    expect(findMargins("What is Northwind's margin?", ["Northwind"])?.others).toHaveLength(2);
    expect(findMargins("What is Northwind's gross margin?", ["Northwind"])).toBeNull();
    expect(findMargins("What is the margin of Northwind's cloud business?", ["Northwind"])).toBeNull();
  });
});
