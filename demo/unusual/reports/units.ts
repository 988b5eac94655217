/** Reports in several currencies or scales, or in none that they name. */
import { makeAccounts } from "../accounts.ts";
import type { UnusualReport } from "../typeset.ts";
import { cover, IN_2024, statementPages, titles, YEARS } from "./statement-pages.ts";

const title = "Annual report 2024";

export const optics = makeAccounts([
  { revenue: 912_405 },
  { revenue: 874_118, openingCash: 66_120 },
  { revenue: 6_102_300, openingCash: 473_500 },
]);
const FISCAL_2025 = titles(
  "Consolidated",
  "Years ended March 31, 2025 and 2024",
  "As of March 31, 2025 and 2024",
);
/** The last column translates the first for the reader's convenience. */
const twoCurrencies: UnusualReport = {
  title: "Annual Report 2025",
  parts: [
    {
      company: "Sorami Optics Co., Ltd.",
      pages: [
        cover("Sorami Optics Co., Ltd.", "Annual Report 2025"),
        ...statementPages(optics, FISCAL_2025, {
          heads: ["Millions of yen\n2025", "Millions of yen\n2024", "Thousands of\nU.S. dollars\n2025"],
        }),
      ],
    },
  ],
};

export const drives = makeAccounts([{ revenue: 2_204 }, { revenue: 2_391, openingCash: 188 }]);
/** The company reports in euros since this year; the year before is not translated. */
const newCurrency: UnusualReport = {
  title,
  parts: [
    {
      company: "Kestrin Drives SE",
      pages: [
        cover("Kestrin Drives SE", title),
        ...statementPages(drives, IN_2024, { heads: ["2024\nEUR million", "2023\nUSD million"], width: 30 }),
      ],
    },
  ],
};

export const pumps = {
  income: makeAccounts([{ revenue: 3_184 }, { revenue: 3_022, openingCash: 240 }]).income,
  ...(({ balance, cash }) => ({ balance, cash }))(
    makeAccounts([{ revenue: 3_184_221 }, { revenue: 3_022_094, openingCash: 240_117 }]),
  ),
};
const inThousands = { unit: "(in thousands of US dollars)", heads: YEARS, signs: true };
const twoScales: UnusualReport = {
  title,
  look: "serif",
  parts: [
    {
      company: "Tolmarsh Pumps Inc.",
      pages: [
        cover("Tolmarsh Pumps Inc.", title),
        ...statementPages(pumps, IN_2024, {
          income: { unit: "(in millions of US dollars)", heads: YEARS, signs: true },
          balance: inThousands,
          cash: inThousands,
        }),
      ],
    },
  ],
};

export const bridges = makeAccounts([{ revenue: 52_377 }, { revenue: 49_846, openingCash: 3_841 }]);
/** The text speaks of millions, but not of the statements. */
const unknownScale: UnusualReport = {
  title,
  parts: [
    {
      company: "Quillan Bridge Works Ltd",
      pages: [
        cover("Quillan Bridge Works Ltd", title),
        ...statementPages(bridges, IN_2024, { heads: YEARS }),
      ],
    },
  ],
};

/** Two digits of the latest total assets have changed places. */
export const MISPRINT = { label: "Total assets", printed: [30_197, 28_804] } as const;
const glass = makeAccounts([{ revenue: 36_671 }, { revenue: 33_847, openingCash: 2_560 }]);
const misprint: UnusualReport = {
  title,
  parts: [
    {
      company: "Lissard Glass SA",
      pages: [
        cover("Lissard Glass SA", title),
        ...statementPages(
          {
            ...glass,
            balance: glass.balance.map((one) =>
              one.label === MISPRINT.label ? { ...one, amounts: MISPRINT.printed } : one,
            ),
          },
          IN_2024,
          { unit: "in thousands of euros", heads: YEARS },
        ).slice(0, 2),
      ],
    },
  ],
};

export const reports = { twoCurrencies, newCurrency, twoScales, unknownScale, misprint };
