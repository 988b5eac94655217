import { expect, it } from "vitest";
import { inPlainWords } from "./plain-words.ts";

it.each([
  [
    "How much did Northwind Traders earn last year?",
    "what is the net income of Northwind Traders last year?",
  ],
  ["How much profit did it make in 2024?", "what is the net income in 2024?"],
  ["What did the company earn per share in 2024?", "what is the earnings per share of the company in 2024?"],
  ["How much did Northwind sell in 2024?", "what is the revenue of Northwind in 2024?"],
  ["In 2024, how much does the company owe?", "In 2024, what is the total debt of the company?"],
  ["How much did we invest in property, plant and equipment?", "what is the capital expenditure?"],
  ["How many people does Northwind employ?", "what is the number of employees of Northwind?"],
  ["How much was spent on acquisitions in 2024?", "what is the cash paid for acquisitions in 2024?"],
  ["How much income tax was paid in 2024?", "what is the income tax paid in 2024?"],
  ["How much tax did Northwind pay in 2024?", "what is the income tax paid of Northwind in 2024?"],
  ["How fast did Northwind grow in 2024?", "what is the revenue growth of Northwind in 2024?"],
  ["How profitable was Northwind in 2024?", "what is the net margin of Northwind in 2024?"],
  ["Did Northwind make a profit in 2024?", "was Northwind profitable in 2024?"],
  ["Did Northwind report a net loss in 2024?", "was Northwind loss-making in 2024?"],
  ["Was there a loss in 2024?", "was it loss-making in 2024?"],
])("rewrites: %s", (question, expected) => {
  expect(inPlainWords(question)).toBe(expected);
});

it.each([
  "What is Northwind's revenue?",
  "How much did Northwind earn from leases in 2024?",
  "How much did Northwind sell its mill for?",
  "How fast did net income grow in 2024?",
  "How much was spent on acquisitions of tugs in 2024?",
  "How much did revenue grow in 2024?",
  "Did it report a loss on the sale of a plant?",
  "Was there a loss per share?",
])("leaves unchanged: %s", (question) => {
  expect(inPlainWords(question)).toBe(question);
});

it("spells out what statements call by its full name only", () => {
  expect(inPlainWords("Why did G&A costs rise?")).toBe("Why did general and administrative expenses rise?");
  expect(inPlainWords("Why did SG&A rise?")).toBe("Why did SG&A rise?");
});
