import { expect, it } from "vitest";
import { readTables } from "../figures/table-reading.ts";
import { makeStatementPage } from "../made-up-pages.ts";
import { isOtherThanRow, isUnscaled } from "./amount-and-cells.ts";
import { type Amount, amountsIn } from "./amounts.ts";
import { weighTerms } from "./candidates.ts";
import { readTextRequest } from "./request.ts";

const PAGE = makeStatementPage(
  1,
  "Adoption of a standard",
  ["As reported", "Adjustments"],
  [
    ["Deferred mooring fees", "22,626", "532"],
    ["Other assets", "22,510", "3,319"],
  ],
);
const tablesOf = () => readTables(PAGE);
const tables = { of: tablesOf, scale: null };
const terms = weighTerms(
  readTextRequest("What were the deferred mooring fees?", () => null, 2024).terms,
  () => 1,
);

function amount(text: string): Amount {
  const [first] = amountsIn(text);
  if (!first) throw new Error(`no amount in ${text}`);
  return first;
}

it("takes an amount for unscaled that a table of its page has in millions", () => {
  expect(isUnscaled(amount("$22,510 was left"), PAGE, tables)).toBe(true);
  expect(isUnscaled(amount("$22,510 million was left"), PAGE, tables)).toBe(false);
  expect(isUnscaled(amount("$22,511 was left"), PAGE, tables)).toBe(false);
});

it("takes an amount for another where a row of its page is called what is asked for and has other numbers", () => {
  expect(isOtherThanRow(amount("$6.2 million was set aside"), { page: PAGE, tablesOf, terms })).toBe(true);
  expect(isOtherThanRow(amount("$22.6 billion was due"), { page: PAGE, tablesOf, terms })).toBe(false);
});
