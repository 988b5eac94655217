import type { Accounts } from "../accounts.ts";
import { heading, line, type Page, type TableOptions, table, text } from "../pages.ts";

/** The title of each statement, then the lines under it. */
export type Titles = Record<keyof Accounts, readonly string[]>;

export const titles = (prefix: string, period: string, day: string): Titles => ({
  income: [`${prefix} income statement`, period],
  balance: [`${prefix} balance sheet`, day],
  cash: [`${prefix} cash flow statement`, period],
});

export const IN_2024 = titles("Consolidated", "For the year ended 31 December 2024", "At 31 December 2024");
export const YEARS = ["2024", "2023"];

/** One page for each statement; all in the same columns unless each has its own. */
export function statementPages(
  accounts: Accounts,
  above: Titles,
  options: TableOptions | Record<keyof Accounts, TableOptions>,
): Page[] {
  return (["income", "balance", "cash"] as const).map((kind) => {
    const [title = "", ...lines] = above[kind];
    const own = "heads" in options ? options : options[kind];
    return [heading(title), ...lines.map(line), table(accounts[kind], own)];
  });
}

export const cover = (company: string, title: string): Page => [
  { kind: "cover", title, lines: [company, "Report and accounts"] },
];

/** Prose as every report has it, with no figure in it. */
export const review = (company: string): Page => [
  heading("Review of the year"),
  text(
    `${company} sold more in every market. Demand was steady in the first half and grew in the second, and the new plant reached its planned output in autumn. Prices of raw materials fell, which helped margins.`,
  ),
  text("The board proposes an unchanged dividend. The outlook for the coming year is cautious."),
];
