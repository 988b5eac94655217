/** Common names of figures, and the US-GAAP and IFRS concepts for them. */
const CONCEPTS: readonly { names: readonly string[]; concepts: readonly string[] }[] = [
  {
    names: [
      "revenue",
      "revenues",
      "net sales",
      "sales",
      "total revenue",
      "total revenues",
      "net revenue",
      "turnover",
    ],
    concepts: [
      "Revenues",
      "RevenueFromContractWithCustomerExcludingAssessedTax",
      "RevenueFromContractWithCustomerIncludingAssessedTax",
      "SalesRevenueNet",
      "Revenue",
    ],
  },
  {
    names: ["net income", "net earnings", "net profit", "profit for the year", "net loss"],
    concepts: ["NetIncomeLoss", "ProfitLoss"],
  },
  {
    names: ["operating income", "operating profit", "income from operations"],
    concepts: ["OperatingIncomeLoss"],
  },
  { names: ["gross profit", "gross margin"], concepts: ["GrossProfit"] },
  {
    names: ["cost of sales", "cost of revenue", "cost of goods sold"],
    concepts: ["CostOfRevenue", "CostOfGoodsAndServicesSold"],
  },
  { names: ["total assets", "assets"], concepts: ["Assets"] },
  { names: ["current assets", "total current assets"], concepts: ["AssetsCurrent"] },
  { names: ["total liabilities", "liabilities"], concepts: ["Liabilities"] },
  { names: ["current liabilities", "total current liabilities"], concepts: ["LiabilitiesCurrent"] },
  {
    names: [
      "equity",
      "total equity",
      "shareholders equity",
      "stockholders equity",
      "total stockholders equity",
    ],
    concepts: [
      "StockholdersEquity",
      "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
      "Equity",
    ],
  },
  {
    names: ["cash", "cash and cash equivalents"],
    concepts: ["CashAndCashEquivalentsAtCarryingValue", "CashAndCashEquivalents"],
  },
  { names: ["inventory", "inventories"], concepts: ["InventoryNet", "Inventories"] },
  { names: ["long-term debt", "long term debt"], concepts: ["LongTermDebt", "LongTermDebtNoncurrent"] },
  {
    names: ["research and development", "r&d", "research and development expense"],
    concepts: ["ResearchAndDevelopmentExpense"],
  },
  {
    names: ["operating cash flow", "cash from operations", "net cash provided by operating activities"],
    concepts: ["NetCashProvidedByUsedInOperatingActivities"],
  },
  {
    names: ["capital expenditure", "capital expenditures", "capex"],
    concepts: ["PaymentsToAcquirePropertyPlantAndEquipment"],
  },
  { names: ["basic eps", "basic earnings per share"], concepts: ["EarningsPerShareBasic"] },
  { names: ["diluted eps", "diluted earnings per share", "eps"], concepts: ["EarningsPerShareDiluted"] },
  {
    names: ["shares outstanding"],
    concepts: ["EntityCommonStockSharesOutstanding", "CommonStockSharesOutstanding"],
  },
  { names: ["dividends paid"], concepts: ["PaymentsOfDividends", "PaymentsOfDividendsCommonStock"] },
  {
    names: ["income tax", "income tax expense", "provision for income taxes"],
    concepts: ["IncomeTaxExpenseBenefit"],
  },
];

export function listConceptsNamed(label: string): readonly string[] {
  const plain = label.toLowerCase().replace(/['’]/g, "").replace(/\s+/g, " ").trim();
  return CONCEPTS.find(({ names }) => names.includes(plain))?.concepts ?? [];
}
