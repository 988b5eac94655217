import { expect, it } from "vitest";
import { isOptional, leavesOpen } from "./denials.ts";

it.each([
  [
    "Does any buyer take more than a tenth?",
    "No buyer other than Northgate took more than a tenth of our ropes.",
  ],
  ["Does any buyer take more than a tenth?", "No other buyer took more than a tenth of our ropes."],
  ["Are crews members of a union?", "Except for the pilots, none of our crews are members of a union."],
  ["Did the auditor give a clean opinion?", "Accordingly, we express no such opinion."],
  ["Did the line buy back shares?", "We have no obligation to buy back shares."],
  ["Were the locks effective?", "We do not expect that our locks will hold in every storm."],
])("lets what is asked open with an exception, a duty or a view: %s", (question, text) => {
  expect(leavesOpen(question, text)).toBe(true);
});

it.each([
  ["Did the line buy back shares?", "The line did not buy back any shares in the year."],
  ["Did the line pay a dividend?", "We have not paid dividends and do not intend to pay any."],
  ["Does the line intend to pay a dividend?", "We do not intend to pay a dividend."],
])("takes a denial of what is asked for one: %s", (question, text) => {
  expect(leavesOpen(question, text)).toBe(false);
});

it("takes what may be done some day for nothing that was done", () => {
  const text = "Any decision to buy back shares will depend on our cash.";
  expect(isOptional("Did the line buy back shares?", text)).toBe(true);
  expect(isOptional("Can the line buy back shares?", text)).toBe(false);
});
