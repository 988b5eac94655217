import { expect, it } from "vitest";
import { hasOwnSubject } from "./follow-up-subject.ts";

it.each([
  "And in 2023?",
  "How much did it grow?",
  "Why did it grow?",
  "and its margin?",
  "and its margin in 2012?",
  "And the year before?",
  "What was it in Q1 2025?",
  "Is that more than last year?",
  "What about Orvenkamp?",
  "How has it changed since then?",
  "Und im Jahr davor?",
  "Et en 2023 ?",
])("takes the figure of the question before: %s", (question) => {
  expect(hasOwnSubject(question, ["Orvenkamp"])).toBe(false);
});

it.each([
  "Which risks does it name?",
  "Who is its chairman?",
  "Where is it based?",
  "What does it make?",
  "What are its products?",
  "How many employees does it have?",
  "Does it pay a dividend policy?",
  "What are the main risks?",
  "And its auditor?",
])("has a subject of its own: %s", (question) => {
  expect(hasOwnSubject(question, [])).toBe(true);
});
