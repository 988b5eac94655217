import { expect, it } from "vitest";
import { callBySign } from "./call-by-sign.ts";
import type { Expression } from "./expression.ts";

const figure = (concept: string) => ({ kind: "figure", concept }) as Expression;

it.each([
  ["net loss", "net_income", 250, "net profit"],
  ["Loss before tax", "pretax_income", 12, "Profit before tax"],
  ["net loss per share", "eps_basic", 1.2, "net earnings per share"],
  ["net loss", "net_income", -250, "net loss"],
  ["net income", "net_income", -250, "net income"],
  ["credit losses", "credit_losses", 12, "credit losses"],
])("calls %s (%s, %d) %s", (subject, concept, value, expected) => {
  expect(callBySign(subject, figure(concept), value)).toBe(expected);
});
