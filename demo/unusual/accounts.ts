/** One line of a statement, its amounts in printed units and in the order of the columns. */
export interface Line {
  label: string;
  style: "heading" | "item" | "total";
  level: number;
  amounts: readonly number[];
  /** The figure of the dictionary that the line is. */
  figure?: string;
  note?: string;
}

export interface Accounts {
  income: Line[];
  balance: Line[];
  cash: Line[];
}

/** A column before it is computed: everything follows from its revenue and its opening cash. */
export interface Period {
  revenue: number;
  /** The closing cash of the next column when left out. */
  openingCash?: number;
}

const heading = (label: string): Line => ({ label, style: "heading", level: 0, amounts: [] });

type Part = (share: number) => number[];

const line = (label: string, amounts: readonly number[], figure?: string, level = 1): Line => ({
  ...{ label, style: "item", level, amounts },
  ...(figure ? { figure } : {}),
});

const total = (label: string, lines: readonly Line[], figure?: string): Line => ({
  ...line(label, addUp(lines), figure, 0),
  style: "total",
});

/** The accounts of a company that makes and sells goods; they add up, and from one column to the next. */
export function makeAccounts(periods: readonly Period[]): Accounts {
  const part: Part = (share) => periods.map(({ revenue }) => Math.round(revenue * share));
  const income = makeIncome(part);
  const closing = part(0.081);
  const opening = periods.map(({ openingCash }, at) => openingCash ?? closing[at + 1] ?? 0);
  const result = income.at(-1)?.amounts ?? [];
  return { income, balance: makeBalance(part, closing), cash: makeCash(part, { result, opening, closing }) };
}

function makeIncome(part: Part): Line[] {
  const revenue = line("Revenue", part(1), "revenue", 0);
  const cost = line("Cost of sales", negative(part(0.612)), "cost_of_revenue", 0);
  const gross = total("Gross profit", [revenue, cost], "gross_profit");
  const selling = line("Distribution costs", negative(part(0.117)), undefined, 0);
  const general = line("Administrative expenses", negative(part(0.093)), undefined, 0);
  const operating = total("Operating profit", [gross, selling, general], "operating_income");
  const interest = line("Finance costs", negative(part(0.013)), "interest_expense", 0);
  const pretax = total("Profit before tax", [operating, interest], "pretax_income");
  const tax = line("Income tax expense", negative(part(0.039)), "income_tax", 0);
  const net = total("Profit for the year", [pretax, tax], "net_income");
  return [revenue, cost, gross, selling, general, operating, interest, pretax, tax, net];
}

function makeCash(part: Part, year: Record<"result" | "opening" | "closing", readonly number[]>): Line[] {
  const { result, opening, closing } = year;
  const depreciation = line("Depreciation", part(0.052), "depreciation_and_amortization");
  const own = [line("Profit for the year", result), depreciation];
  const operations = [...own, line("Change in working capital", negative(part(0.011)))];
  const operating = total("Net cash from operating activities", operations, "cash_from_operations");
  const capex = line("Purchase of property, plant and equipment", negative(part(0.063)), "capex");
  const investing = total("Net cash used in investing activities", [capex], "cash_from_investing");
  const dividends = line("Dividends paid", negative(part(0.021)), "dividends_paid");
  const change = subtract(closing, opening);
  const repaid = line("Repayment of borrowings", subtract(change, addUp([operating, investing, dividends])));
  const financing = total(
    "Net cash used in financing activities",
    [dividends, repaid],
    "cash_from_financing",
  );
  return [
    ...[heading("Operating activities"), ...operations, operating],
    ...[heading("Investing activities"), capex, investing],
    ...[heading("Financing activities"), dividends, repaid, financing],
    total("Net change in cash and cash equivalents", [operating, investing, financing]),
    line("Cash and cash equivalents at the beginning of the year", opening, undefined, 0),
    { ...line("Cash and cash equivalents at the end of the year", closing, undefined, 0), style: "total" },
  ];
}

function makeBalance(part: Part, closing: readonly number[]): Line[] {
  const inventories = line("Inventories", part(0.142), "inventory");
  const receivables = line("Trade receivables", part(0.133), "receivables");
  const cash = line("Cash and cash equivalents", closing, "cash");
  const current = total("Total current assets", [inventories, receivables, cash], "current_assets");
  const plant = line("Property, plant and equipment", part(0.437), "ppe_net");
  const intangible = line("Intangible assets", part(0.058));
  const fixed = total("Total non-current assets", [plant, intangible]);
  const assets = total("Total assets", [fixed, current], "total_assets");
  const capital = line("Share capital", part(0.05));
  const debt = line("Borrowings", part(0.203), "total_debt");
  const longTerm = total("Total non-current liabilities", [debt]);
  const payables = line("Trade payables", part(0.127));
  const taxes = line("Tax liabilities", part(0.019));
  const shortTerm = total("Total current liabilities", [payables, taxes], "current_liabilities");
  const liabilities = total("Total liabilities", [longTerm, shortTerm], "total_liabilities");
  const retained = line("Retained earnings", subtract(assets.amounts, addUp([capital, liabilities])));
  const equity = total("Total equity", [capital, retained], "total_equity");
  return [
    ...[heading("Non-current assets"), plant, intangible, fixed],
    ...[heading("Current assets"), inventories, receivables, cash, current, assets],
    ...[heading("Equity"), capital, retained, equity],
    ...[heading("Non-current liabilities"), debt, longTerm],
    ...[heading("Current liabilities"), payables, taxes, shortTerm, liabilities],
    total("Total equity and liabilities", [equity, liabilities]),
  ];
}

const negative = (amounts: readonly number[]) => amounts.map((amount) => -amount);

const subtract = (amounts: readonly number[], others: readonly number[]) =>
  amounts.map((amount, at) => amount - (others[at] ?? 0));

function addUp(lines: readonly Line[]): number[] {
  const width = lines[0]?.amounts.length ?? 0;
  return Array.from({ length: width }, (_, at) =>
    lines.reduce((sum, { amounts }) => sum + (amounts[at] ?? 0), 0),
  );
}
