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
});
