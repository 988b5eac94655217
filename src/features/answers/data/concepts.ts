/**
 * Concepts of financial statements and the labels of their rows. Maintained by hand. Names and labels are compared
 * word by word in the singular, without articles and punctuation.
 */
import type { StatementKind } from "../figures/statements.ts";

export interface Concept {
  id: string;
  /** Names used in questions. */
  names: readonly string[];
  statement: StatementKind;
  /** Another statement in which a row of that name is the same figure. */
  alsoIn?: StatementKind;
  /** Labels of rows, the most distinctive first. */
  labels: readonly string[];
  /** A row with one of these words is something else. */
  not?: readonly string[];
  /** The section a row must be in when its label alone is ambiguous. */
  section?: string;
  /** The section it must not be in. */
  notUnder?: string;
  /**
   * Words that identify the row wherever they occur, in its label or its section; for labels that name the company.
   */
  everywhere?: { words: string; not: readonly string[] };
  /** `flow` is over a period, `stock` is at its end. */
  nature: "flow" | "stock";
  unit: "money" | "per_share" | "shares";
  /** Outflows are printed with or without brackets: the magnitude is meant. */
  magnitude?: true;
  /** Not every company has it: in a sum, a balance sheet without such a row counts as zero. */
  absentIsNil?: true;
  /** How to compute it when no row gives it, as a formula over other concepts. */
  from?: readonly string[];
}

/** Rows next to a per-share figure that are only a part of it, or the number of shares. */
const PART_OF_RESULT = ["continuing", "discontinued", "weighted", "average", "outstanding", "dividend"];

export const CONCEPTS: readonly Concept[] = [
  // Income statement
  {
    id: "revenue",
    names: ["revenue", "total revenue", "net revenue", "sales", "net sales", "total sales", "total net sales", "total net revenue", "turnover", "top line", "operating revenue", "total operating revenue", "sales revenue", "topline", "consolidated revenue", "umsatz", "umsatzerlose", "chiffre d'affaires"],
    statement: "income",
    labels: ["total net revenue", "total net sales", "total revenue", "total sales", "net revenue", "net sales", "total operating revenue", "operating revenue", "revenue", "sales to customers", "sales", "total revenue and other income", "net operating revenue", "revenue net", "revenue net of interest expense", "total revenue net of interest expense", "umsatzerlose", "chiffre d'affaires", "売上収益", "売上高"],
    not: ["cost", "deferred", "percent", "growth", "product", "service", "other"],
    nature: "flow",
    unit: "money",
  },
  {
    id: "cost_of_revenue",
    names: ["cost of goods sold", "cogs", "cost of sales", "cost of revenue", "cost of products sold", "total cost of revenue", "cost of goods", "total cost of sales", "total cost of goods sold"],
    statement: "income",
    labels: ["total cost of revenue", "total cost of sales", "total cost of goods sold", "cost of goods sold", "cost of sales", "cost of revenue", "cost of products sold", "cost of goods and services sold", "cost of products and services sold", "total cost of products and services", "total cost of products sold", "cost of revenues exclusive of depreciation", "cost of product sold", "total costs of revenue", "total cost of net revenue", "umsatzkosten", "cout des ventes", "売上原価"],
    not: ["restructuring"],
    nature: "flow",
    unit: "money",
    magnitude: true,
  },
  {
    id: "gross_profit",
    names: ["gross profit", "gross income"],
    statement: "income",
    labels: ["gross profit", "total gross profit", "gross margin", "gross income", "bruttoergebnis vom umsatz", "bruttoergebnis", "marge brute", "売上総利益"],
    nature: "flow",
    unit: "money",
    from: ["revenue - cost_of_revenue"],
  },
  {
    id: "operating_income",
    names: ["operating income", "operating profit", "unadjusted operating income", "operating earnings", "income from operations", "profit from operations", "ebit", "operating result", "operating profit or loss", "operating income loss", "loss from operations", "operating loss"],
    statement: "income",
    labels: ["operating income", "operating profit", "income from operations", "operating income loss", "operating loss", "income loss from operations", "loss from operations", "earnings from operations", "operating earnings", "total operating income", "operating profit ebit", "profit from operations", "operating earnings loss", "total operating profit", "operating income net", "betriebsergebnis", "ergebnis der betrieblichen tatigkeit", "resultat operationnel", "営業利益"],
    not: ["non", "other", "before"],
    nature: "flow",
    unit: "money",
  },
  {
    id: "pretax_income",
    names: ["income before income tax", "income before tax", "pretax income", "pre tax income", "pretax earnings", "earnings before tax", "earnings before income tax", "profit before tax", "ebt", "income before provision for income tax"],
    statement: "income",
    labels: ["income before income tax", "earnings before income tax", "loss before income tax", "income before provision income tax", "income before benefit income tax", "income before provision for income tax", "earnings before provision for tax on income", "income before tax", "profit before tax", "earnings from continuing operation before income tax expense", "income from continuing operation before income tax", "income from continuing operation before provision for tax on income", "income loss before provision for income tax", "income before income tax provision", "earnings before income tax and after-tax earnings from joint ventures", "pretax income", "total income before income tax", "ergebnis vor steuern", "resultat avant impot", "税引前利益"],
    nature: "flow",
    unit: "money",
  },
  {
    id: "income_tax",
    names: ["income tax expense", "income tax", "provision for income tax", "tax expense", "tax provision", "income tax provision"],
    statement: "income",
    labels: ["provision for income tax", "benefit for income tax", "income tax expense", "provision for tax on income", "income tax", "income tax provision", "benefit from provision for income tax", "provision benefit for income tax", "income tax expense benefit", "benefit provision for income tax", "tax expense", "taxation", "total income tax", "ertragsteuern", "impot sur le resultat", "法人所得税費用"],
    not: ["before", "deferred", "payable", "net of"],
    nature: "flow",
    unit: "money",
    magnitude: true,
  },
  {
    id: "net_income",
    names: ["net income", "net earnings", "net profit", "profit after tax", "net loss", "net income loss", "bottom line", "profit for the year", "profit for year", "consolidated net income"],
    statement: "income",
    labels: ["net income", "net earnings", "net loss", "net profit", "profit for the year", "consolidated net income", "net income including noncontrolling interest", "net earnings including noncontrolling interest", "net earnings loss", "net income loss including noncontrolling interest", "net earnings including redeemable and noncontrolling interest", "profit for the period", "loss for the year", "net income before allocation to noncontrolling interest", "income after tax", "konzernergebnis", "jahresuberschuss", "resultat net", "当期利益"],
    not: ["per share", "attributable", "basic", "diluted", "discontinued", "from continuing", "available", "noncontrolling interest only"],
    nature: "flow",
    unit: "money",
    from: ["net_income_attributable"],
  },
  {
    id: "net_income_attributable",
    names: ["net income attributable to shareholder", "net income attributable to shareholder of parent", "net income attributable to owner of parent", "profit attributable to owner of parent", "profit attributable to shareholder of parent", "net income attributable to equity holder of parent", "net income attributable to company", "net income attributable to common shareholder", "net earnings attributable to shareholder", "net income attributable to stockholder", "net income available to common shareholder", "net income attributable to parent", "profit attributable to shareholder", "net income available to common stockholder", "net earnings attributable to company", "net income attributable"],
    statement: "income",
    labels: ["net income attributable to common stockholder", "net income attributable to", "net earnings attributable to", "net income loss attributable to", "consolidated net income attributable to", "attributable to shareholder of the parent", "attributable to owner of the parent", "profit attributable to", "net loss attributable to"],
    not: ["noncontrolling", "non-controlling", "per share", "minority", "redeemable", "basic", "diluted", "discontinued"],
    nature: "flow",
    unit: "money",
    from: ["net_income"],
  },
  {
    id: "interest_expense",
    names: ["interest expense", "gross interest expense", "net interest expense", "annual interest expense", "interest cost", "finance cost", "total interest expense"],
    statement: "income",
    labels: ["interest expense", "interest expense net of amount capitalized", "interest net", "interest expense net", "total interest expense", "finance cost", "interest", "interest net of interest income", "interest expense net of portion capitalized", "finanzierungsaufwand", "cout de l'endettement"],
    not: ["income", "before"],
    nature: "flow",
    unit: "money",
    magnitude: true,
  },
  { id: "interest_income", names: ["interest income", "finance income"], statement: "income", labels: ["interest income", "interest and other income", "finance income"], not: ["expense", "before"], nature: "flow", unit: "money" },
  { id: "research_and_development", names: ["research and development", "research and development expense", "r&d", "r&d expense", "r&d cost", "research and development cost", "product development", "product development expense"], statement: "income", labels: ["research and development", "research and development expense", "research development and related expense", "product development", "technology and development", "research and development net", "technology and content", "forschungs und entwicklungskosten", "研究開発費"], not: ["in-process", "acquired"], nature: "flow", unit: "money", magnitude: true },
  { id: "sga", names: ["selling general and administrative", "selling general and administrative expense", "sg&a", "sg&a expense", "sga", "sga expense"], statement: "income", labels: ["selling general and administrative expense", "selling general and administrative", "operating selling general and administrative expense", "selling general and administrative cost", "selling marketing and administrative expense", "selling informational and administrative expense", "marketing general and administrative", "total selling and administrative expense", "general and administrative expense"], nature: "flow", unit: "money", magnitude: true },
  { id: "general_and_administrative", names: ["general and administrative", "general and administrative expense", "g&a", "g&a expense"], statement: "income", labels: ["general and administrative", "general and administrative expense"], not: ["selling", "marketing"], nature: "flow", unit: "money", magnitude: true },
  { id: "marketing", names: ["marketing expense", "sales and marketing", "sales and marketing expense", "selling and marketing expense", "advertising expense", "marketing"], statement: "income", labels: ["sales and marketing", "marketing", "selling and marketing", "sales and marketing expense", "marketing expense", "demand creation expense"], nature: "flow", unit: "money", magnitude: true },
  { id: "operating_expenses", names: ["operating expenses", "total operating expense", "opex", "total opex"], statement: "income", labels: ["total operating expense", "operating expense", "total operating cost and expense", "total cost and expense", "total operating expense net"], not: ["other"], nature: "flow", unit: "money", magnitude: true },
  { id: "restructuring", names: ["restructuring costs", "restructuring charge", "restructuring expense", "restructuring"], statement: "income", labels: ["restructuring charge", "restructuring cost", "restructuring", "restructuring and impairment charge", "restructuring and other", "restructuring impairment and other exit costs", "restructuring expense", "restructuring and related charge"], not: ["payment", "cost of goods sold"], nature: "flow", unit: "money", magnitude: true },
  { id: "eps_basic", names: ["basic earnings per share", "basic eps", "basic net income per share"], statement: "income", labels: ["basic earnings per share", "basic", "basic net income per share", "earnings per share basic", "basic earnings per common share", "basic eps", "net income per share basic", "basic net income loss per share"], section: "per share", everywhere: { words: "basic per share", not: PART_OF_RESULT }, nature: "flow", unit: "per_share" },
  { id: "eps_diluted", names: ["diluted earnings per share", "diluted eps", "earnings per share", "eps", "diluted net income per share", "earnings per diluted share"], statement: "income", labels: ["diluted earnings per share", "diluted", "diluted net income per share", "earnings per share diluted", "diluted earnings per common share", "diluted eps", "net income per share diluted", "earnings per share assuming dilution", "earnings per share basic and diluted"], section: "per share", everywhere: { words: "diluted per share", not: PART_OF_RESULT }, nature: "flow", unit: "per_share" },
  { id: "shares_basic", names: ["basic weighted average shares", "basic shares outstanding", "weighted average basic shares outstanding", "weighted average basic shares", "basic weighted average shares outstanding", "basic share count", "weighted average number of basic shares", "basic weighted average number of shares"], statement: "income", labels: ["basic", "weighted average shares basic", "basic weighted average shares outstanding", "weighted average common shares outstanding basic"], section: "share outstanding", everywhere: { words: "basic weighted average share", not: ["per"] }, nature: "flow", unit: "shares" },
  { id: "shares_diluted", names: ["diluted weighted average shares", "diluted shares outstanding", "weighted average diluted shares outstanding", "diluted shares", "weighted average diluted shares", "diluted weighted average shares outstanding", "diluted share count", "weighted average number of diluted shares", "diluted weighted average number of shares"], statement: "income", labels: ["diluted", "weighted average shares diluted", "diluted weighted average shares outstanding", "weighted average common shares outstanding diluted"], section: "share outstanding", everywhere: { words: "diluted weighted average share", not: ["per"] }, nature: "flow", unit: "shares" },
  { id: "dividends_per_share", names: ["dividends per share", "cash dividend declared per share", "cash dividend per share", "dps", "dividend declared per common share"], statement: "income", labels: ["cash dividend declared per share", "dividend per share", "cash dividend declared per common share", "dividend declared per common share", "dividend declared per share", "cash dividend per share"], nature: "flow", unit: "per_share" },
  { id: "other_income", names: ["other income", "other income net", "other expense net", "other income expense net"], statement: "income", labels: ["other income expense net", "other income net", "other expense income net", "other expense net", "other income expense", "total other income expense net"], nature: "flow", unit: "money" },

  // Balance sheet
  { id: "cash", names: ["cash and cash equivalents", "cash", "cash & cash equivalent", "cash and equivalent", "cash balance", "cash & equivalent"], statement: "balance", labels: ["cash and cash equivalent", "cash and cash equivalent including", "cash cash equivalent", "cash and equivalent", "cash and due from bank", "cash", "zahlungsmittel", "liquide mittel", "tresorerie et equivalents de tresorerie", "現金及び現金同等物"], not: ["restricted", "total", "beginning", "end", "increase"], nature: "stock", unit: "money" },
  { id: "short_term_investments", names: ["short term investments", "marketable security", "short term marketable security", "current marketable security", "current investment"], statement: "balance", labels: ["short term investment", "marketable security current", "marketable security", "short term marketable security", "investments in short term debt security", "short term investment net", "trading securities"], section: "current asset", not: ["long term", "noncurrent"], absentIsNil: true, nature: "stock", unit: "money" },
  { id: "receivables", names: ["accounts receivable", "receivable", "net receivable", "trade receivable", "net account receivable", "accounts receivable net", "net ar", "ar", "trade account receivable", "total receivable"], statement: "balance", labels: ["account receivable net", "receivable net", "account receivable", "receivable", "trade receivable", "account and note receivable net", "trade account receivable net", "trade account receivable", "account receivable trade net", "account receivable trade", "net receivable", "trade receivable net", "account and other receivable", "customer receivable", "receivable less allowance", "account receivable less allowance", "account receivable net of allowance", "total receivable net", "forderungen aus lieferungen und leistungen", "creances clients", "営業債権"], not: ["tax", "long term", "noncurrent", "loan", "settlement", "unbilled", "change"], nature: "stock", unit: "money" },
  { id: "inventory", names: ["inventory", "total inventory", "net inventory", "inventory net", "merchandise inventory", "total amount of inventory", "stock of goods"], statement: "balance", labels: ["total inventory", "inventory", "inventory net", "merchandise inventory", "merchandise inventory net", "total inventory net", "vorrate", "stocks", "棚卸資産"], not: ["increase", "decrease", "change", "deposit"], nature: "stock", unit: "money" },
  { id: "prepaid_expenses", names: ["prepaid expenses", "prepaid", "prepaid expense and other current asset"], statement: "balance", labels: ["prepaid expense and other current asset", "prepaid expense", "prepaid and other current asset", "prepaid"], nature: "stock", unit: "money" },
  { id: "other_current_assets", names: ["other current assets"], statement: "balance", labels: ["other current asset", "prepaid expense and other current asset", "prepaid and other current asset"], nature: "stock", unit: "money" },
  { id: "current_assets", names: ["total current assets", "current asset"], statement: "balance", labels: ["total current asset", "current asset total", "current asset", "summe kurzfristige vermogenswerte", "kurzfristige vermogenswerte", "actif courant", "total actif courant", "流動資産合計"], not: ["other", "non", "noncurrent", "held for sale"], nature: "stock", unit: "money" },
  { id: "ppe_gross", names: ["gross property plant and equipment", "gross pp&e", "gross ppe", "property plant and equipment gross"], statement: "balance", labels: ["property plant and equipment gross", "property plant and equipment at cost", "total property plant and equipment", "property plant and equipment"], not: ["net"], nature: "stock", unit: "money" },
  { id: "accumulated_depreciation", names: ["accumulated depreciation"], statement: "balance", labels: ["less accumulated depreciation", "accumulated depreciation", "less accumulated depreciation and amortization", "accumulated depreciation and amortization"], not: ["net of"], nature: "stock", unit: "money", magnitude: true },
  { id: "ppe_net", names: ["net property plant and equipment", "property plant and equipment net", "property plant and equipment", "net pp&e", "net ppe", "ppne", "pp&e", "ppe", "net property and equipment", "property and equipment net", "property and equipment", "fixed asset", "net fixed asset", "net pp&e balance"], statement: "balance", labels: ["property plant and equipment net", "net property plant and equipment", "property and equipment net", "net property and equipment", "total property plant and equipment net", "property plant and equipment net of accumulated depreciation", "property and equipment net of accumulated depreciation", "property plant and equipment less accumulated depreciation", "total property and equipment net", "property buildings and equipment net", "land buildings and equipment net", "land buildings and equipment", "property and equipment at cost net", "net property", "net utility plant", "property plant and equipment", "property and equipment", "premises and equipment net", "property and equipment including", "net property plant equipment", "sachanlagen", "immobilisations corporelles", "有形固定資産"], not: ["gross", "total property and equipment at cost", "other", "lease", "held"], nature: "stock", unit: "money" },
  { id: "goodwill", names: ["goodwill", "net goodwill"], statement: "balance", labels: ["goodwill", "goodwill net", "のれん"], not: ["impairment", "intangible"], nature: "stock", unit: "money" },
  { id: "intangibles", names: ["intangible assets", "net intangible asset", "intangible asset net", "other intangible asset"], statement: "balance", labels: ["intangible asset net", "intangible asset", "other intangible asset net", "other intangible asset", "acquired intangible asset net", "identifiable intangible asset net", "purchased intangible asset net", "intangible asset less accumulated amortization", "amortizable intangible asset net", "definite lived intangible asset net"], not: ["goodwill"], nature: "stock", unit: "money" },
  { id: "total_assets", names: ["total assets", "asset"], statement: "balance", labels: ["total asset", "asset total", "summe aktiva", "bilanzsumme", "total actif", "total de l'actif", "資産合計"], not: ["current", "other", "noncurrent"], nature: "stock", unit: "money" },
  { id: "accounts_payable", names: ["accounts payable", "payable", "trade payable", "trade account payable", "accounts payable balance", "ap"], statement: "balance", labels: ["account payable", "trade payable", "trade account payable", "account payable trade", "payable", "account payable trade net", "account and construction payable", "trade and other payable", "verbindlichkeiten aus lieferungen und leistungen", "dettes fournisseurs", "account payable and accrued liability", "account payable and accrued expense", "account payable and other current liability", "account payable and other accrued liability", "営業債務"], not: ["construction", "tax", "drafts", "change", "increase", "note"], nature: "stock", unit: "money" },
  { id: "accrued_liabilities", names: ["accrued liabilities", "accrued expense", "accrued expense and other current liability"], statement: "balance", labels: ["accrued liability", "accrued expense", "accrued expense and other current liability", "accrued expense and other liability", "other accrued liability"], nature: "stock", unit: "money" },
  { id: "deferred_revenue", names: ["deferred revenue", "unearned revenue", "contract liability", "deferred income"], statement: "balance", labels: ["deferred revenue", "deferred revenue current", "unearned revenue", "contract liability", "short term unearned revenue", "current deferred revenue"], not: ["long term", "noncurrent"], nature: "stock", unit: "money" },
  { id: "short_term_debt", names: ["short term debt", "short term borrowing", "current debt", "note payable", "short term obligation"], statement: "balance", labels: ["short term borrowing and current portion of long term debt", "short term debt", "short term borrowing", "loan and note payable", "note payable", "short term debt obligation", "commercial paper and other short term debt", "commercial paper", "short term borrowing including current portion of long term debt", "short term debt including current portion of long term debt"], absentIsNil: true, from: ["current_borrowing"], nature: "stock", unit: "money" },
  { id: "current_borrowing", names: ["current borrowing"], statement: "balance", labels: ["current borrowing", "borrowing", "current portion of borrowing", "current portion of non current borrowing", "loan and borrowing", "interest bearing loan and borrowing", "borrowing and overdraft", "bank loan", "bank borrowing", "current financial debt"], section: "current liability", notUnder: "non current liability", not: ["non"], nature: "stock", unit: "money" },
  { id: "noncurrent_borrowing", names: ["non current borrowing"], statement: "balance", labels: ["non current borrowing", "borrowing", "loan and borrowing", "interest bearing loan and borrowing", "bond and bank loan", "bank loan", "bank borrowing", "non current financial debt"], section: "non current liability", not: ["portion"], nature: "stock", unit: "money" },
  { id: "current_long_term_debt", names: ["current portion of long term debt", "current maturity of long term debt", "current portion of debt"], statement: "balance", labels: ["current portion of long term debt", "current maturity of long term debt", "long term debt due within one year", "current installment of long term debt", "debt current", "current portion of debt", "long term debt current portion"], not: ["less", "excluding", "net of", "short term"], absentIsNil: true, nature: "stock", unit: "money" },
  { id: "current_liabilities", names: ["total current liabilities", "current liability"], statement: "balance", labels: ["total current liability", "current liability total", "current liability", "total current liability excluding", "summe kurzfristige schulden", "kurzfristige schulden", "passif courant", "total passif courant", "流動負債合計"], not: ["other", "non", "noncurrent"], nature: "stock", unit: "money" },
  { id: "long_term_debt", names: ["long term debt", "noncurrent debt", "long term borrowing", "long term debt obligation", "total long term debt"], statement: "balance", labels: ["long term debt", "long term debt net", "long term debt less current portion", "long term debt net of current portion", "long term debt excluding current portion", "long term debt obligation", "long term borrowing", "long term debt net of current maturity", "long term debt less current maturity", "noncurrent borrowing", "long term debt noncurrent", "total long term debt", "debt noncurrent", "long term debt obligation net"], not: ["current portion of", "due within"], from: ["noncurrent_borrowing"], nature: "stock", unit: "money" },
  { id: "total_liabilities", names: ["total liabilities", "liability"], statement: "balance", labels: ["total liability", "liability total", "負債合計"], not: ["current", "equity", "other", "noncurrent", "and stockholder", "and shareholder"], nature: "stock", unit: "money", from: ["total_assets - total_equity"] },
  { id: "total_debt", names: ["total debt", "debt", "gross debt"], statement: "balance", labels: ["total debt"], nature: "stock", unit: "money", from: ["optional(short_term_debt) + optional(current_long_term_debt) + long_term_debt"] },
  { id: "retained_earnings", names: ["retained earnings"], statement: "balance", labels: ["retained earning", "retained earning accumulated deficit", "accumulated deficit", "reinvested earning", "earning retained in business", "retained earning deficit"], nature: "stock", unit: "money" },
  { id: "equity", names: ["shareholder equity", "stockholder equity", "total shareholder equity", "total stockholder equity", "equity", "shareowner equity", "common equity", "equity attributable to shareholder", "book value of equity", "total common shareholder equity"], statement: "balance", labels: ["total stockholder equity", "total shareholder equity", "total shareowner equity", "total company shareholder equity", "total company stockholder equity", "stockholder equity", "shareholder equity", "total common stockholder equity", "total common shareholder equity", "total equity attributable to", "equity attributable to owner of the parent", "total shareholder investment", "total equity", "eigenkapital", "capitaux propres", "資本合計"], not: ["liability", "noncontrolling", "other"], nature: "stock", unit: "money", from: ["total_equity"] },
  { id: "total_equity", names: ["total equity"], statement: "balance", labels: ["total equity", "total stockholder equity", "total shareholder equity", "total shareowner equity", "total deficit", "total stockholder deficit", "total shareholder deficit", "equity", "eigenkapital", "total capitaux propres", "資本合計"], not: ["liability", "attributable"], nature: "stock", unit: "money" },
  { id: "treasury_stock", names: ["treasury stock"], statement: "balance", labels: ["treasury stock", "treasury stock at cost", "common stock in treasury", "common stock held in treasury"], nature: "stock", unit: "money", magnitude: true },
  { id: "additional_paid_in_capital", names: ["additional paid in capital", "apic", "capital in excess of par"], statement: "balance", labels: ["additional paid in capital", "capital in excess of par value", "capital in excess of par", "paid in capital", "capital surplus", "capital in excess of stated value"], nature: "stock", unit: "money" },
  { id: "operating_lease_assets", names: ["operating lease right of use asset", "operating lease asset"], statement: "balance", labels: ["operating lease right of use asset", "operating lease asset", "operating lease right of use asset net", "right of use asset"], nature: "stock", unit: "money" },

  // Cash flow statement
  { id: "cash_from_operations", names: ["cash flow from operation", "cash from operation", "cash flow from operating activity", "operating cash flow", "net cash provided by operating activity", "net cash from operating activity", "cash from operating activity", "cfo", "net cash flow from operating activity", "net cash from operation", "cash provided by operating activity", "ocf", "cash flow from operating"], statement: "cash", labels: ["net cash provided by operating activity", "total cash provided by operating activity", "cash provided by operating activity", "net cash provided by used in operating activity", "cash flow from operating activity", "net cash from operating activity", "net cash used in operating activity", "net cash used in provided by operating activity", "cash provided by operating activity", "net cash flow from operating activity", "cash provided by operation", "net cash flow provided by operating activity", "cash provided by used in operation", "net cash provided by operating activity continuing operation", "total operating activity", "net cash flow from operation", "cashflow aus betrieblicher tatigkeit", "flux de tresorerie lies aux activites operationnelles", "営業活動によるキャッシュ フロー"], not: ["discontinued", "adjustment"], nature: "flow", unit: "money" },
  { id: "cash_from_investing", names: ["cash flow from investing activity", "cash from investing activity", "cash flow from investing", "cash from investing", "net cash flow from investing activity", "net cash provided by investing activity", "net cash used in investing activity", "investing cash flow", "cash used in investing activity", "net cash from investing activity", "cfi"], statement: "cash", labels: ["net cash used in investing activity", "total cash used in investing activity", "cash used by investing activity", "net cash provided by used in investing activity", "net cash used for investing activity", "net cash used in provided by investing activity", "cash used in investing activity", "net cash from investing activity", "net cash provided by investing activity", "net cash flow from investing activity", "cash used by investing activity", "net cash used by investing activity", "cashflow aus investitionstatigkeit"], not: ["discontinued", "other"], nature: "flow", unit: "money" },
  { id: "cash_from_financing", names: ["cash flow from financing activity", "cash from financing activity", "cash flow from financing", "cash from financing", "net cash flow from financing activity", "net cash provided by financing activity", "net cash used in financing activity", "financing cash flow", "cash used in financing activity", "net cash from financing activity", "cff"], statement: "cash", labels: ["net cash used in financing activity", "total cash used in financing activity", "cash used by financing activity", "net cash provided by used in financing activity", "net cash used for financing activity", "net cash used in provided by financing activity", "net cash from financing activity", "cash used in financing activity", "net cash provided by financing activity", "net cash flow from financing activity", "net cash used for provided by financing activity", "net cash used by financing activity", "cashflow aus finanzierungstatigkeit"], not: ["discontinued", "other"], nature: "flow", unit: "money" },
  {
    id: "capex",
    names: ["capital expenditure", "capex", "capital spending", "purchase of property plant and equipment", "purchase of pp&e", "purchase of property and equipment", "capital investment", "capital outlay", "additions to property plant and equipment"],
    statement: "cash",
    labels: ["purchase of property plant and equipment", "purchase of property and equipment", "capital expenditure", "capital spending", "addition to property plant and equipment", "payment for property and equipment", "purchase of land buildings and equipment", "payment for property plant and equipment", "addition to property and equipment", "purchase of property plant equipment", "capital expenditure net", "purchase of property and equipment net", "acquisition of property plant and equipment", "property addition", "expenditure for property plant and equipment", "additions to land buildings and equipment", "purchase of property plant and equipment net", "cash paid for property plant and equipment", "payment for acquisition of property plant and equipment", "additions to property buildings and equipment", "purchase of property buildings and equipment", "purchase of property equipment and technology", "acquisition of property and equipment", "capital expenditure for property plant and equipment", "purchase of fixed asset", "investment in property plant and equipment", "capital expenditure net of construction payable", "purchase of property plant and equipment and intangible asset", "investitionen in sachanlagen", "acquisitions d'immobilisations", "有形固定資産の取得による支出"],
    not: ["proceeds", "sale of", "accrued", "unpaid", "noncash", "included in", "payable"],
    nature: "flow",
    unit: "money",
    magnitude: true,
  },
  {
    id: "depreciation_and_amortization",
    names: ["depreciation and amortization", "d&a", "depreciation and amortization expense", "depreciation & amortization", "depreciation amortization", "depreciation and amortisation", "d & a", "total depreciation and amortization"],
    statement: "cash",
    alsoIn: "income",
    labels: ["depreciation and amortization", "total depreciation and amortization", "depreciation and amortization expense", "depreciation amortization", "depreciation and amortization of property and equipment", "depreciation and amortization of property plant and equipment", "depreciation amortization and other", "depreciation and amortisation", "depreciation depletion and amortization", "depreciation and amortization of property and intangibles", "depreciation and amortization of property equipment and intangibles", "depreciation of property plant and equipment and amortization", "depreciation amortization and accretion", "depreciation and amortization of property equipment and", "depreciation amortization and impairment", "abschreibungen", "dotations aux amortissements", "減価償却費及び償却費"],
    not: ["accumulated", "content", "debt", "discount", "excluding", "exclusive"],
    nature: "flow",
    unit: "money",
    magnitude: true,
    from: ["depreciation + amortization", "depreciation"],
  },
  { id: "depreciation", names: ["depreciation", "depreciation expense"], statement: "cash", alsoIn: "income", labels: ["depreciation", "depreciation expense", "depreciation of property plant and equipment", "depreciation of property and equipment", "depreciation and accretion"], not: ["amortization", "accumulated", "amortisation"], nature: "flow", unit: "money", magnitude: true },
  { id: "amortization", names: ["amortization", "amortization expense", "amortization of intangible", "amortization of intangible asset"], statement: "cash", alsoIn: "income", labels: ["amortization of purchased intangible", "amortization of intangible asset", "amortization of acquired intangible asset", "amortization of acquisition related intangible asset", "amortization", "amortization of intangible", "amortization intangible asset impairment and other", "amortization of intangible and other", "amortization of identifiable intangible asset", "amortization and other"], not: ["debt", "discount", "depreciation", "deferred", "content", "lease", "bond", "premium"], nature: "flow", unit: "money", magnitude: true },
  {
    id: "dividends_paid",
    names: ["dividend", "dividend paid", "cash dividend", "cash dividend paid", "total cash dividend paid", "dividend payment", "payment of dividend", "total dividend", "total dividend paid", "dividend to shareholder", "dividend paid to shareholder", "dividend payout amount"],
    statement: "cash",
    labels: ["dividend paid", "cash dividend paid", "dividend paid to shareholder", "dividend", "payment of dividend", "payment of cash dividend", "dividend paid to common stockholder", "dividend to shareholder", "dividend payment", "cash dividend", "dividend paid on common stock", "common stock dividend paid", "dividend paid to stockholder", "dividend paid common stock", "cash dividend paid to common stockholder", "dividend paid to company shareholder", "common stock dividend", "dividend to stockholder", "payment of dividend to shareholder", "dividend paid to common shareholder", "gezahlte dividenden", "dividendes verses", "配当金の支払額"],
    not: ["noncontrolling", "received", "per share", "subsidiary", "special"],
    nature: "flow",
    unit: "money",
    magnitude: true,
  },
  { id: "share_repurchases", names: ["share repurchases", "stock repurchase", "repurchase of common stock", "share buyback", "buyback", "stock buyback", "purchase of treasury stock", "repurchase of share"], statement: "cash", labels: ["repurchase of common stock", "purchase of treasury stock", "share repurchase", "purchase of company stock", "share repurchase common", "purchase of common stock", "repurchase of share", "repurchase of common share", "common stock repurchased", "purchase of common stock for treasury", "repurchase of stock", "treasury stock purchase", "stock repurchase"], not: ["proceeds", "tax", "excise"], nature: "flow", unit: "money", magnitude: true },
  { id: "stock_compensation", names: ["stock based compensation", "share based compensation", "stock compensation", "stock based compensation expense", "share based compensation expense"], statement: "cash", alsoIn: "income", labels: ["stock based compensation", "share based compensation", "stock based compensation expense", "share based compensation expense", "stock compensation expense", "equity based compensation"], not: ["tax", "excess"], nature: "flow", unit: "money" },
  { id: "acquisitions_paid", names: ["cash paid for acquisition", "acquisition spending", "acquisition net of cash acquired"], statement: "cash", labels: ["acquisition net of cash acquired", "acquisition of business net of cash acquired", "business acquisition net of cash acquired", "payment for acquisition net of cash acquired", "acquisition"], nature: "flow", unit: "money", magnitude: true },
  { id: "debt_repaid", names: ["payment of long term debt", "repayment of long term debt", "long term debt repayment", "repayment of debt", "debt repayment", "debt repaid", "long term debt repaid", "principal payment on long term debt", "repayment of borrowing"], statement: "cash", labels: ["repayment of long term debt", "payment of long term debt", "repayment of debt", "payment on long term debt", "principal payment on long term debt", "payment of debt", "principal repayment on long term debt", "repayment of debt maturity greater than 90 days", "repayment of long term borrowing", "repayment of borrowing", "repayment of note"], not: ["proceeds", "short term", "cost", "issuance"], nature: "flow", unit: "money", magnitude: true },
  { id: "debt_issued", names: ["proceeds from issuance of debt", "proceeds from long term debt", "issuance of long term debt", "debt issuance", "proceeds from debt issuance", "long term debt issuance", "proceeds from borrowing", "proceeds from issuance of long term debt", "debt issued"], statement: "cash", labels: ["proceeds from long term debt", "proceeds from issuance of long term debt", "issuance of long term debt", "proceeds from issuance of debt", "proceeds from long term debt net", "proceeds from debt maturity greater than 90 days", "proceeds from borrowing", "proceeds from issuance of long term borrowing"], not: ["repayment", "short term", "cost"], nature: "flow", unit: "money", magnitude: true },
  { id: "deferred_tax", names: ["deferred income tax", "deferred tax"], statement: "cash", labels: ["deferred income tax", "deferred tax", "deferred income tax and investment tax credit"], nature: "flow", unit: "money" },
  { id: "net_change_in_cash", names: ["net change in cash", "change in cash", "net increase in cash", "net decrease in cash"], statement: "cash", labels: ["net increase decrease in cash", "net change in cash", "net decrease increase in cash", "net increase in cash", "increase decrease in cash", "net decrease in cash", "change in cash"], nature: "flow", unit: "money" },
  { id: "interest_paid", names: ["interest paid", "cash paid for interest", "cash interest paid"], statement: "cash", labels: ["interest paid", "cash paid for interest", "interest", "interest net of amount capitalized"], nature: "flow", unit: "money", magnitude: true },
  { id: "taxes_paid", names: ["income tax paid", "cash paid for tax", "cash paid for income tax", "cash tax paid"], statement: "cash", labels: ["income tax paid", "cash paid for income tax", "income tax", "income tax net of refund"], nature: "flow", unit: "money", magnitude: true },
];

/** A measure computed from rows. Formulas name concepts and other measures. */
export interface Measure {
  id: string;
  names: readonly string[];
  formula: string;
  unit: "money" | "percent" | "ratio" | "days" | "per_share";
}

/** `average(x)` is the mean of the start and the end of the period; `prior(x)` is the previous period. */
export const MEASURES: readonly Measure[] = [
  { id: "gross_margin", names: ["gross margin", "gross profit margin", "gross profit % margin", "gross margin percentage"], formula: "gross_profit / revenue", unit: "percent" },
  { id: "operating_margin", names: ["operating margin", "operating profit margin", "operating income margin", "ebit margin"], formula: "operating_income / revenue", unit: "percent" },
  { id: "net_margin", names: ["net margin", "net profit margin", "profit margin", "net income margin", "net income % margin"], formula: "net_income / revenue", unit: "percent" },
  { id: "ebitda", names: ["ebitda", "unadjusted ebitda", "earnings before interest tax depreciation and amortization"], formula: "operating_income + depreciation_and_amortization", unit: "money" },
  { id: "ebitda_margin", names: ["ebitda margin", "unadjusted ebitda margin", "ebitda % margin", "unadjusted ebitda % margin"], formula: "ebitda / revenue", unit: "percent" },
  { id: "free_cash_flow", names: ["free cash flow", "fcf"], formula: "cash_from_operations - capex", unit: "money" },
  { id: "free_cash_flow_margin", names: ["free cash flow margin", "fcf margin"], formula: "free_cash_flow / revenue", unit: "percent" },
  { id: "free_cash_flow_conversion", names: ["free cash flow conversion", "fcf conversion", "cash conversion ratio", "free cash flow conversion ratio"], formula: "free_cash_flow / net_income", unit: "ratio" },
  { id: "working_capital", names: ["working capital", "net working capital", "nwc"], formula: "current_assets - current_liabilities", unit: "money" },
  { id: "current_ratio", names: ["current ratio", "working capital ratio"], formula: "current_assets / current_liabilities", unit: "ratio" },
  { id: "quick_ratio", names: ["quick ratio", "acid test ratio", "acid test"], formula: "(current_assets - inventory) / current_liabilities", unit: "ratio" },
  { id: "cash_ratio", names: ["cash ratio"], formula: "cash / current_liabilities", unit: "ratio" },
  { id: "operating_cash_flow_ratio", names: ["operating cash flow ratio", "cash flow from operations ratio"], formula: "cash_from_operations / current_liabilities", unit: "ratio" },
  { id: "net_debt", names: ["net debt"], formula: "total_debt - cash", unit: "money" },
  { id: "debt_to_equity", names: ["debt to equity", "debt to equity ratio", "debt equity ratio", "d/e ratio"], formula: "total_debt / total_equity", unit: "ratio" },
  { id: "liabilities_to_assets", names: ["debt ratio", "total liabilities to total assets", "liabilities to assets ratio"], formula: "total_liabilities / total_assets", unit: "ratio" },
  { id: "interest_coverage", names: ["interest coverage", "interest coverage ratio", "times interest earned"], formula: "operating_income / interest_expense", unit: "ratio" },
  { id: "inventory_turnover", names: ["inventory turnover", "inventory turnover ratio", "stock turnover"], formula: "cost_of_revenue / average(inventory)", unit: "ratio" },
  { id: "receivables_turnover", names: ["receivables turnover", "accounts receivable turnover", "receivables turnover ratio"], formula: "revenue / average(receivables)", unit: "ratio" },
  { id: "payables_turnover", names: ["payables turnover", "accounts payable turnover", "payables turnover ratio"], formula: "cost_of_revenue / average(accounts_payable)", unit: "ratio" },
  { id: "asset_turnover", names: ["asset turnover", "asset turnover ratio", "total asset turnover"], formula: "revenue / average(total_assets)", unit: "ratio" },
  { id: "fixed_asset_turnover", names: ["fixed asset turnover", "fixed asset turnover ratio"], formula: "revenue / average(ppe_net)", unit: "ratio" },
  { id: "working_capital_turnover", names: ["working capital turnover"], formula: "revenue / average(working_capital)", unit: "ratio" },
  { id: "dio", names: ["days inventory outstanding", "dio", "days of inventory", "days sales of inventory", "days in inventory"], formula: "365 * average(inventory) / cost_of_revenue", unit: "days" },
  { id: "dso", names: ["days sales outstanding", "dso", "days receivable", "average collection period"], formula: "365 * average(receivables) / revenue", unit: "days" },
  { id: "dpo", names: ["days payable outstanding", "dpo", "days payables outstanding"], formula: "365 * average(accounts_payable) / cost_of_revenue", unit: "days" },
  { id: "cash_conversion_cycle", names: ["cash conversion cycle", "ccc"], formula: "dio + dso - dpo", unit: "days" },
  { id: "roa", names: ["return on assets", "roa", "return on total asset"], formula: "net_income_attributable / average(total_assets)", unit: "percent" },
  { id: "roe", names: ["return on equity", "roe", "return on shareholder equity"], formula: "net_income_attributable / average(equity)", unit: "percent" },
  { id: "roic", names: ["return on invested capital", "roic"], formula: "operating_income * (1 - income_tax / pretax_income) / (total_debt + total_equity)", unit: "percent" },
  { id: "effective_tax_rate", names: ["effective tax rate", "effective income tax rate", "tax rate"], formula: "income_tax / pretax_income", unit: "percent" },
  { id: "dividend_payout", names: ["dividend payout ratio", "payout ratio", "dividend payout"], formula: "dividends_paid / net_income_attributable", unit: "ratio" },
  { id: "retention_ratio", names: ["retention ratio", "earnings retention ratio", "plowback ratio"], formula: "1 - dividends_paid / net_income_attributable", unit: "ratio" },
  { id: "capex_to_revenue", names: ["capital intensity", "capex to revenue", "capex margin", "capex to sales"], formula: "capex / revenue", unit: "percent" },
  { id: "book_value_per_share", names: ["book value per share"], formula: "equity / shares_diluted", unit: "per_share" },
];

/** Qualities people ask about, and the figures that describe them. */
export const TOPICS: readonly { names: readonly string[]; figures: readonly string[] }[] = [
  { names: ["capital intensive", "capital intensity", "capital-intensive", "asset heavy", "asset intensive"], figures: ["capex_to_revenue", "ppe_net", "total_assets", "roa"] },
  { names: ["liquidity", "liquid", "short term obligation"], figures: ["quick_ratio", "current_ratio"] },
  { names: ["solvency", "leverage", "indebtedness", "highly leveraged", "capital structure"], figures: ["total_debt", "debt_to_equity", "interest_coverage"] },
  { names: ["profitability", "profitable"], figures: ["net_margin", "operating_margin", "net_income"] },
  { names: ["high growth", "growth company", "growing company"], figures: ["revenue", "net_income"] },
  { names: ["operation investing financing activity", "operating investing financing activity", "operation investing financing"], figures: ["cash_from_operations", "cash_from_investing", "cash_from_financing"] },
  { names: ["sold inventory", "sell inventory", "inventory management"], figures: ["inventory_turnover"] },
  { names: ["efficiency", "asset efficiency"], figures: ["asset_turnover", "inventory_turnover"] },
  { names: ["shareholder return", "capital return", "return capital"], figures: ["dividends_paid", "share_repurchases"] },
];
