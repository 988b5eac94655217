/** Reports whose columns are of unusual periods. */
import { makeAccounts } from "../accounts.ts";
import { heading, text } from "../pages.ts";
import type { UnusualReport } from "../typeset.ts";
import { cover, IN_2024, statementPages, titles } from "./statement-pages.ts";

export const shipping = makeAccounts([
  { revenue: 5_218 },
  { revenue: 4_807, openingCash: 371 },
  { revenue: 4_866, openingCash: 371 },
]);
const restated: UnusualReport = {
  title: "Annual report 2024",
  look: "serif",
  parts: [
    {
      company: "Hjelmstad Shipping ASA",
      pages: [
        cover("Hjelmstad Shipping ASA", "Annual report 2024"),
        ...statementPages(shipping, IN_2024, {
          unit: "NOK million",
          heads: ["2024", "2023\nRestated", "2023\nAs previously\nreported"],
        }),
      ],
    },
  ],
};

export const stores = makeAccounts([{ revenue: 26_483 }, { revenue: 25_119, openingCash: 2_012 }]);
const weeks = {
  unit: "£m",
  heads: ["53 weeks ended\n3 January\n2026", "52 weeks ended\n28 December\n2024"],
  width: 32,
};
const fiftyThreeWeeks: UnusualReport = {
  title: "Annual report and accounts 2025",
  parts: [
    {
      company: "Marrowby Stores plc",
      pages: [
        cover("Marrowby Stores plc", "Annual report and accounts 2025"),
        ...statementPages(
          stores,
          titles("Consolidated", "For the 53 weeks ended 3 January 2026", "As at 3 January 2026"),
          {
            income: weeks,
            balance: { ...weeks, heads: ["3 January\n2026", "28 December\n2024"] },
            cash: weeks,
          },
        ),
      ],
    },
  ],
};

export const ceramics = makeAccounts([{ revenue: 1_377_204 }, { revenue: 1_802_651, openingCash: 139_870 }]);
const months = {
  unit: "in thousands of euros",
  heads: ["Nine months\nended\n30 September\n2025", "Year ended\n31 December\n2024"],
  width: 30,
};
const changedYearEnd: UnusualReport = {
  title: "Annual report 2025",
  parts: [
    {
      company: "Ostravel Keramik AG",
      pages: [
        cover("Ostravel Keramik AG", "Annual report for the short financial year 2025"),
        [
          heading("Change of the financial year"),
          text(
            "The annual general meeting moved the end of the financial year from 31 December to 30 September. The short financial year 2025 therefore has nine months, from 1 January to 30 September 2025.",
          ),
        ],
        ...statementPages(
          ceramics,
          titles("Consolidated", "For the nine months ended 30 September 2025", "As at 30 September 2025"),
          {
            income: months,
            balance: { ...months, heads: ["30 September\n2025", "31 December\n2024"] },
            cash: months,
          },
        ),
      ],
    },
  ],
};

export const reports = { restated, fiftyThreeWeeks, changedYearEnd };
