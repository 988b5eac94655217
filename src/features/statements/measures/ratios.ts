/** A measure computed from figures of one period. */
export interface Ratio {
  id: string;
  name: string;
  /** `money` and `per_share` keep the currency of the figures; `number` is a plain ratio. */
  unit: "money" | "per_share" | "number";
  /** Over figures and other measures, in the language of `financial/screen`. */
  formula: string;
}

/** Measures by their textbook definitions. Averages are not used: a balance is the one at the end of the period. */
export const RATIOS: readonly Ratio[] = [
  {
    id: "ebitda",
    name: "EBITDA",
    unit: "money",
    formula: "operating_income + depreciation_and_amortization",
  },
  { id: "net_debt", name: "Net debt", unit: "money", formula: "total_debt - cash" },
  { id: "free_cash_flow", name: "Free cash flow", unit: "money", formula: "cash_from_operations - capex" },
  {
    id: "working_capital",
    name: "Working capital",
    unit: "money",
    formula: "current_assets - current_liabilities",
  },
  { id: "gross_margin", name: "Gross margin", unit: "number", formula: "gross_profit / revenue" },
  { id: "operating_margin", name: "Operating margin", unit: "number", formula: "operating_income / revenue" },
  { id: "ebitda_margin", name: "EBITDA margin", unit: "number", formula: "ebitda / revenue" },
  { id: "net_margin", name: "Net margin", unit: "number", formula: "net_income / revenue" },
  {
    id: "free_cash_flow_margin",
    name: "Free cash flow margin",
    unit: "number",
    formula: "free_cash_flow / revenue",
  },
  { id: "tax_rate", name: "Effective tax rate", unit: "number", formula: "income_tax / pretax_income" },
  { id: "return_on_equity", name: "Return on equity", unit: "number", formula: "net_income / total_equity" },
  { id: "return_on_assets", name: "Return on assets", unit: "number", formula: "net_income / total_assets" },
  { id: "asset_turnover", name: "Asset turnover", unit: "number", formula: "revenue / total_assets" },
  {
    id: "current_ratio",
    name: "Current ratio",
    unit: "number",
    formula: "current_assets / current_liabilities",
  },
  {
    id: "quick_ratio",
    name: "Quick ratio",
    unit: "number",
    formula: "(cash + receivables) / current_liabilities",
  },
  { id: "equity_ratio", name: "Equity ratio", unit: "number", formula: "total_equity / total_assets" },
  { id: "debt_to_equity", name: "Debt to equity", unit: "number", formula: "total_debt / total_equity" },
  { id: "net_debt_to_ebitda", name: "Net debt to EBITDA", unit: "number", formula: "net_debt / ebitda" },
  {
    id: "interest_cover",
    name: "Interest cover",
    unit: "number",
    formula: "operating_income / interest_expense",
  },
  { id: "capex_to_revenue", name: "Capital intensity", unit: "number", formula: "capex / revenue" },
  { id: "payout_ratio", name: "Payout ratio", unit: "number", formula: "dividends_paid / net_income" },
];
