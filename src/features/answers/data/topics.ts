/** Qualities people ask about, and the figures that describe them. */
export const TOPICS: readonly { names: readonly string[]; figures: readonly string[] }[] = [
  {
    names: ["capital intensive", "capital intensity", "capital-intensive", "asset heavy", "asset intensive"],
    figures: ["capex_to_revenue", "ppe_net", "total_assets", "roa"],
  },
  { names: ["liquidity", "liquid", "short term obligation"], figures: ["quick_ratio", "current_ratio"] },
  {
    names: ["solvency", "leverage", "indebtedness", "highly leveraged", "capital structure"],
    figures: ["total_debt", "debt_to_equity", "interest_coverage"],
  },
  {
    names: ["profitability", "profitable", "loss-making", "loss making", "unprofitable"],
    figures: ["net_income", "net_margin", "operating_margin"],
  },
  { names: ["high growth", "growth company", "growing company"], figures: ["revenue", "net_income"] },
  {
    names: [
      "operation investing financing activity",
      "operating investing financing activity",
      "operation investing financing",
    ],
    figures: ["cash_from_operations", "cash_from_investing", "cash_from_financing"],
  },
  { names: ["sold inventory", "sell inventory", "inventory management"], figures: ["inventory_turnover"] },
  { names: ["efficiency", "asset efficiency"], figures: ["asset_turnover", "inventory_turnover"] },
  {
    names: ["shareholder return", "capital return", "return capital"],
    figures: ["dividends_paid", "share_repurchases"],
  },
];
