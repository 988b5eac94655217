/** Reports whose statements have another form: a bank, an insurer, a fund. */

import type { Line } from "../accounts.ts";
import { heading, line, type Page, table, text } from "../pages.ts";
import type { UnusualReport } from "../typeset.ts";
import { cover, YEARS } from "./statement-pages.ts";

const item = (label: string, ...amounts: number[]): Line => ({ label, style: "item", level: 1, amounts });
const total = (label: string, ...amounts: number[]): Line => ({ label, style: "total", level: 0, amounts });
/** The line is this figure of the dictionary. */
const as = (figure: string, one: Line): Line => ({ ...one, figure });
const head = (label: string): Line => ({ label, style: "heading", level: 0, amounts: [] });

const statement = (title: string, under: string, unit: string, lines: readonly Line[]): Page => [
  heading(title),
  line(under),
  table(lines, { unit, heads: YEARS, signs: true }),
];

const PERIOD = "Years ended December 31, 2024 and 2023";
const DAY = "December 31, 2024 and 2023";

const BANK_INCOME: Line[] = [
  head("Interest income"),
  item("Loans, including fees", 71_204, 63_118),
  item("Investment securities", 14_391, 12_507),
  total("Total interest income", 85_595, 75_625),
  head("Interest expense"),
  item("Deposits", 24_116, 15_902),
  item("Federal Home Loan Bank advances", 3_207, 2_844),
  as("interest_expense", total("Total interest expense", 27_323, 18_746)),
  total("Net interest income", 58_272, 56_879),
  item("Provision for credit losses", 3_150, 2_405),
  total("Net interest income after provision for credit losses", 55_122, 54_474),
  head("Noninterest income"),
  item("Service charges", 6_822, 6_610),
  item("Mortgage banking", 2_915, 3_266),
  total("Total noninterest income", 9_737, 9_876),
  head("Noninterest expense"),
  item("Salaries and employee benefits", 28_413, 26_990),
  item("Occupancy and equipment", 8_140, 7_885),
  item("Other", 5_677, 5_342),
  total("Total noninterest expense", 42_230, 40_217),
  as("pretax_income", total("Income before income taxes", 22_629, 24_133)),
  as("income_tax", item("Income tax expense", 4_526, 4_875)),
  as("net_income", total("Net income", 18_103, 19_258)),
];
const BANK_BALANCE: Line[] = [
  head("Assets"),
  as("cash", item("Cash and due from banks", 48_215, 51_907)),
  item("Securities available for sale", 402_118, 388_640),
  item("Loans, net of allowance for credit losses", 1_352_771, 1_266_304),
  as("ppe_net", item("Premises and equipment, net", 31_406, 32_115)),
  item("Other assets", 44_038, 41_771),
  as("total_assets", total("Total assets", 1_878_548, 1_780_737)),
  head("Liabilities"),
  item("Deposits", 1_566_302, 1_489_218),
  as("total_debt", item("Federal Home Loan Bank advances", 92_000, 85_000)),
  item("Other liabilities", 25_711, 23_890),
  as("total_liabilities", total("Total liabilities", 1_684_013, 1_598_108)),
  head("Shareholders’ equity"),
  item("Common stock", 62_400, 61_950),
  item("Retained earnings", 143_882, 132_607),
  item("Accumulated other comprehensive loss", -11_747, -11_928),
  as("total_equity", total("Total shareholders’ equity", 194_535, 182_629)),
  total("Total liabilities and shareholders’ equity", 1_878_548, 1_780_737),
];
export const BANK_LINES = [...BANK_INCOME, ...BANK_BALANCE];

const bank: UnusualReport = {
  title: "Annual Report 2024",
  look: "serif",
  parts: [
    {
      company: "Ferrow Valley Bancorp",
      pages: [
        cover("Ferrow Valley Bancorp", "Annual Report 2024"),
        statement("Consolidated Statements of Income", PERIOD, "(in thousands of dollars)", BANK_INCOME),
        statement("Consolidated Balance Sheets", DAY, "(in thousands of dollars)", BANK_BALANCE),
      ],
    },
  ],
};

const INSURER_INCOME: Line[] = [
  item("Net premiums earned", 6_212, 5_904),
  item("Net investment income", 1_118, 1_007),
  item("Other income", 143, 129),
  as("revenue", total("Total revenues", 7_473, 7_040)),
  item("Claims incurred, net of reinsurance", -4_685, -4_519),
  item("Acquisition costs", -1_204, -1_138),
  item("Administrative expenses", -611, -589),
  total("Total expenses", -6_500, -6_246),
  as("pretax_income", total("Profit before tax", 973, 794)),
  as("income_tax", item("Income tax expense", -248, -205)),
  as("net_income", total("Profit for the year", 725, 589)),
];
const INSURER_BALANCE: Line[] = [
  head("Assets"),
  item("Intangible assets", 402, 391),
  item("Investments", 31_870, 29_944),
  item("Reinsurance assets", 2_116, 2_087),
  as("receivables", item("Receivables", 1_344, 1_298)),
  as("cash", item("Cash and cash equivalents", 905, 871)),
  as("total_assets", total("Total assets", 36_637, 34_591)),
  head("Equity and liabilities"),
  item("Share capital", 500, 500),
  item("Retained earnings", 5_213, 4_760),
  as("total_equity", total("Total equity", 5_713, 5_260)),
  item("Insurance contract liabilities", 28_107, 26_633),
  as("total_debt", item("Subordinated debt", 1_250, 1_250)),
  item("Other liabilities", 1_567, 1_448),
  as("total_liabilities", total("Total liabilities", 30_924, 29_331)),
  total("Total equity and liabilities", 36_637, 34_591),
];
export const INSURER_LINES = [...INSURER_INCOME, ...INSURER_BALANCE];

const insurer: UnusualReport = {
  title: "Annual report 2024",
  parts: [
    {
      company: "Norlund Mutual Assurance SE",
      pages: [
        cover("Norlund Mutual Assurance SE", "Annual report 2024"),
        statement(
          "Consolidated income statement",
          "For the year ended 31 December 2024",
          "in millions of euros",
          INSURER_INCOME,
        ),
        statement(
          "Consolidated balance sheet",
          "At 31 December 2024",
          "in millions of euros",
          INSURER_BALANCE,
        ),
      ],
    },
  ],
};

const fund: UnusualReport = {
  title: "Half-yearly factsheet 2024",
  parts: [
    {
      company: "Calder Income Fund",
      pages: [
        cover("Calder Income Fund", "Half-yearly factsheet 2024"),
        [
          heading("Ten largest holdings"),
          line("% of the fund at 31 December"),
          table(
            [
              item("Harrow Shipping plc", 4.1, 3.9),
              item("Lindmark Foods AB", 3.8, 3.2),
              item("Tolmarsh Pumps Inc.", 3.7, 3.9),
              item("Other holdings", 88.4, 89),
              total("Total", 100, 100),
            ],
            { heads: YEARS, decimals: 1 },
          ),
          text("The fund has assets of 412 million pounds. Its ongoing charges were 0.65 % of them."),
        ],
        [
          heading("Performance"),
          table(
            [
              item("Price per unit, in pence", 183.2, 171.9),
              item("Distribution per unit, in pence", 6.3, 6.1),
            ],
            { heads: YEARS, decimals: 1 },
          ),
        ],
      ],
    },
  ],
};

export const reports = { bank, insurer, fund };
