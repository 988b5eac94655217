/** The accounts of the driver model. Amounts are integers in the company's reporting unit, so nothing is ever rounded twice. */

/** What happens during a quarter. Costs are positive; anything that may go both ways says so in its name or comment. */
export const FLOW_ACCOUNTS = [
  "revenue",
  "cost_of_sales",
  "research",
  "selling",
  "admin",
  "other_income",
  "other_expense",
  "restructuring",
  "impairment",
  "interest_income",
  "interest_expense",
  // Signed: a gain is positive.
  "other_financial",
  "tax",
  "deferred_tax",
  "nci_profit",
  // Already inside the cost lines above.
  "depreciation",
  "rou_depreciation",
  "amortisation",
  "stock_compensation",
  "capex",
  "intangible_capex",
  "acquisition_cash",
  "acquired_goodwill",
  "acquired_intangibles",
  "acquired_ppe",
  "disposal_proceeds",
  "disposal_book_value",
  // Signed: buying is positive.
  "securities_bought",
  "debt_issued",
  "debt_repaid",
  "leases_new",
  "leases_repaid",
  "dividends",
  "nci_dividends",
  "buybacks",
  "shares_issued_cash",
  // Signed.
  "fx_cash",
  "fx_ppe",
  "fx_goodwill",
  "pension_remeasurement",
] as const;
export type FlowAccount = (typeof FLOW_ACCOUNTS)[number];

/** Accounts whose quarter-end level is a driver; their change is cash. A liability is stored positive. */
export const WORKING_CAPITAL = {
  receivables: "asset",
  contract_assets: "asset",
  inventories: "asset",
  other_current: "asset",
  payables: "liability",
  accruals: "liability",
  contract_liabilities: "liability",
  tax_payable: "liability",
  provisions: "liability",
  deferred_income: "liability",
} as const;
export type WorkingCapitalAccount = keyof typeof WORKING_CAPITAL;
// The object above has exactly these keys; the library types them more loosely.
export const WORKING_CAPITAL_ACCOUNTS = Object.keys(WORKING_CAPITAL) as WorkingCapitalAccount[];

export const ASSET_ACCOUNTS = [
  "cash",
  "securities",
  "receivables",
  "contract_assets",
  "inventories",
  "other_current",
  "ppe",
  "rou",
  "goodwill",
  "intangibles",
  "other_noncurrent",
] as const;

export const LIABILITY_ACCOUNTS = [
  "payables",
  "accruals",
  "contract_liabilities",
  "tax_payable",
  "short_debt",
  "lease_current",
  "long_debt",
  "lease_noncurrent",
  "pensions",
  "deferred_tax_liabilities",
  "provisions",
  "deferred_income",
] as const;

export const EQUITY_ACCOUNTS = [
  "share_capital",
  "share_premium",
  "retained",
  "other_reserves",
  // Negative: shares the company holds itself.
  "treasury",
  "nci",
] as const;

export const BALANCE_ACCOUNTS = [...ASSET_ACCOUNTS, ...LIABILITY_ACCOUNTS, ...EQUITY_ACCOUNTS] as const;
export type BalanceAccount = (typeof BALANCE_ACCOUNTS)[number];

export type Flows = Record<FlowAccount, number>;
export type Balance = Record<BalanceAccount, number>;

/** One value for each name, so that the result is known to be complete. */
export function recordOf<Name extends string>(
  names: readonly Name[],
  value: (name: Name) => number,
): Record<Name, number> {
  // Every name of the list is written once, which is what the type promises.
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, number>;
}

export function sumOf<Name extends string>(names: readonly Name[], amounts: Record<Name, number>): number {
  return names.reduce((total, name) => total + amounts[name], 0);
}
