import { expect, it } from "vitest";
import { affirmsNothing, leavesOpen } from "./denials.ts";

it.each([
  [
    "Does any buyer take more than a tenth?",
    "No buyer other than Northgate took more than a tenth of our ropes.",
  ],
  ["Does any buyer take more than a tenth?", "No other buyer took more than a tenth of our ropes."],
  ["Are crews members of a union?", "Except for the pilots, none of our crews are members of a union."],
  ["Did the auditor give a clean opinion?", "Accordingly, we express no such opinion."],
  ["Did the line buy back shares?", "We have no obligation to buy back shares."],
  ["Did a lock break?", "Locks may not hold in every storm."],
  ["Did a lock break?", "Locks are not painted and are tested for breaks every year."],
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

it.each([
  ["Did the line buy back shares?", "Any decision to buy back shares will depend on our cash."],
  ["Did the line buy back shares?", "In May the board authorized the line to buy back shares."],
  ["Is the line in arrears?", "If the line were in arrears, the yard could keep our ships."],
  ["Did the line buy back shares in 2024?", "To date, the line has bought back nine shares."],
  ["Were the locks effective?", "We have evaluated the effectiveness of our locks."],
  ["Were the locks effective?", "The keeper is responsible for effective locks."],
  ["Did a lock break?", "In the past we have had locks that break."],
  ["Did a lock break?", "The complaint alleges that a lock broke."],
  ["Did a lock break?", "Testing of locks for breaks is done by the keeper."],
  ["Did a lock break?", "There is the risk of a lock that breaks."],
  ["Did a lock break?", "Locks are tested every year for breaks."],
])("takes what may be, what was examined and what was done at some time for no yes: %s", (question, text) => {
  expect(affirmsNothing(question, text)).toBe(true);
});

it.each([
  ["Can the line buy back shares?", "Any decision to buy back shares will depend on our cash."],
  ["Has the line bought back shares?", "To date, the line has bought back nine shares."],
  [
    "Were the locks effective?",
    "We have evaluated the effectiveness of our locks and concluded that they hold.",
  ],
])("takes what answers for a yes: %s", (question, text) => {
  expect(affirmsNothing(question, text)).toBe(false);
});
