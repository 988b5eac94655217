import type { FieldMapping } from "../../src/features/agents/builders/field-mapping.ts";

const money = (label: string) => ({ label, type: "money" as const });
/** Twenty-five figures that most annual reports have. */
export const STATEMENT_FIELDS: FieldMapping = {
  Income: {
    revenue: money("Total revenue"),
    cost_of_revenue: money("Cost of revenue"),
    gross_profit: money("Gross profit"),
    operating_income: money("Operating income"),
    interest_expense: money("Interest expense"),
    pretax_income: money("Income before income tax"),
    income_tax: money("Income tax expense"),
    net_income: money("Net income"),
    eps_diluted: { label: "Diluted earnings per share", type: "number" },
  },
  Balance: {
    cash: money("Cash and cash equivalents"),
    receivables: money("Accounts receivable"),
    inventory: money("Inventory"),
    current_assets: money("Total current assets"),
    property: money("Property, plant and equipment, net"),
    goodwill: money("Goodwill"),
    total_assets: money("Total assets"),
    accounts_payable: money("Accounts payable"),
    current_liabilities: money("Total current liabilities"),
    long_term_debt: money("Long-term debt"),
    total_liabilities: money("Total liabilities"),
    retained_earnings: money("Retained earnings"),
    total_equity: money("Total equity"),
  },
  "Cash flow": {
    operating_cash_flow: money("Net cash provided by operating activities"),
    capex: money("Capital expenditure"),
    depreciation: money("Depreciation and amortization"),
  },
};
