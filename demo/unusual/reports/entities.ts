/** Reports with the statements of several entities. */
import { makeAccounts } from "../accounts.ts";
import type { UnusualReport } from "../typeset.ts";
import { cover, IN_2024, review, statementPages, titles, YEARS } from "./statement-pages.ts";

const title = "Annual report 2024";
const OF_COMPANY = titles("Company", "For the year ended 31 December 2024", "At 31 December 2024");

/** Both say "consolidated" and have a complete set, in other units. */
export const ferries = makeAccounts([{ revenue: 48_213 }, { revenue: 44_977, openingCash: 3_402 }]);
const harbour = makeAccounts([{ revenue: 731 }, { revenue: 702, openingCash: 51 }]);
const twoCompanies: UnusualReport = {
  title,
  look: "serif",
  parts: [
    {
      company: "Brenwick Ferries plc",
      pages: [
        cover("Brenwick Ferries plc", title),
        review("Brenwick Ferries plc"),
        ...statementPages(ferries, IN_2024, { unit: "£ thousand", heads: YEARS }),
      ],
    },
    {
      company: "Colmouth Harbour plc",
      pages: [
        cover("Colmouth Harbour plc", title),
        review("Colmouth Harbour plc"),
        ...statementPages(harbour, IN_2024, { unit: "£ million", heads: YEARS }),
      ],
    },
  ],
};

const company = "Aarfeld Holding AG";
export const group = makeAccounts([{ revenue: 9_481 }, { revenue: 9_013, openingCash: 701 }]);
const parent = makeAccounts([{ revenue: 1_212 }, { revenue: 1_187, openingCash: 90 }]);
const francs = { unit: "in millions of Swiss francs", heads: YEARS };
const groupPages = statementPages(group, IN_2024, francs);
const parentPages = statementPages(parent, OF_COMPANY, francs);

/** The parent company's statements come first. */
const parentBefore: UnusualReport = {
  title,
  parts: [{ company, pages: [cover(company, title), ...parentPages, ...groupPages] }],
};

/** The only balance sheet is that of the parent company. */
const parentSheet: UnusualReport = {
  title,
  parts: [
    { company, pages: [cover(company, title), ...groupPages.toSpliced(1, 1), ...parentPages.slice(1, 2)] },
  ],
};

const estates = "Pelangor Estates Berhad";
export const besides = makeAccounts([
  { revenue: 88_140 },
  { revenue: 85_772, openingCash: 6_644 },
  { revenue: 21_030 },
  { revenue: 20_416, openingCash: 1_604 },
]);
const UNNAMED = {
  income: ["Statements of profit or loss", "For the financial year ended 31 December 2024"],
  balance: ["Statements of financial position", "As at 31 December 2024"],
  cash: ["Statements of cash flows", "For the financial year ended 31 December 2024"],
};
const ringgit = { heads: ["2024\nRM’000", "2023\nRM’000", "2024\nRM’000", "2023\nRM’000"], width: 23 };
const columnsOf = (options: { heads: readonly string[]; spans?: readonly string[]; width: number }) => ({
  title,
  parts: [{ company: estates, pages: statementPages(besides, UNNAMED, options) }],
});

/** Group and company each above the middle of their two years. */
const parentColumns: UnusualReport = columnsOf({ ...ringgit, spans: ["Group", "Company"] });

/** Group and company above the first of their two years only. */
const parentColumnsLeft: UnusualReport = columnsOf({
  ...ringgit,
  heads: ["Group\n2024\nRM’000", "2023\nRM’000", "Company\n2024\nRM’000", "2023\nRM’000"],
});

export const reports = { twoCompanies, parentBefore, parentSheet, parentColumns, parentColumnsLeft };
