/** Field mappings for common needs, as a starting point. Labels are the names that reports use. */
import type { FieldMapping } from "../builders/field-mapping.ts";

export interface BuilderTemplate {
  id: string;
  name: string;
  description: string;
  field_mapping: FieldMapping;
}

export const TEMPLATES: readonly BuilderTemplate[] = [
  {
    id: "income_statement",
    name: "Income statement",
    description:
      "Revenue to earnings per share of the latest fiscal year, with the year before for revenue and profit.",
    field_mapping: {
      "Income statement": {
        revenue: { label: "Total revenue", type: "money", required: true },
        revenue_prior_year: { label: "Total revenue", type: "money", period: "prior_year" },
        cost_of_revenue: { label: "Cost of revenue", type: "money" },
        gross_profit: { label: "Gross profit", type: "money" },
        research_and_development: { label: "Research and development", type: "money" },
        operating_income: { label: "Operating income", type: "money", required: true },
        interest_expense: { label: "Interest expense", type: "money" },
        pretax_income: { label: "Income before income tax", type: "money" },
        income_tax: { label: "Income tax expense", type: "money" },
        net_income: { label: "Net income", type: "money", required: true },
        net_income_prior_year: { label: "Net income", type: "money", period: "prior_year" },
      },
      "Per share": {
        eps_basic: { label: "Basic earnings per share", type: "number" },
        eps_diluted: { label: "Diluted earnings per share", type: "number" },
      },
      Margins: {
        gross_margin: { label: "Gross margin", type: "percent" },
        operating_margin: { label: "Operating margin", type: "percent" },
        net_margin: { label: "Net margin", type: "percent" },
      },
    },
  },
  {
    id: "balance_sheet",
    name: "Balance sheet",
    description: "What the company owns and owes at the end of the latest fiscal year.",
    field_mapping: {
      Assets: {
        cash: { label: "Cash and cash equivalents", type: "money", required: true },
        receivables: { label: "Accounts receivable", type: "money" },
        inventory: { label: "Inventory", type: "money" },
        current_assets: { label: "Total current assets", type: "money" },
        property: { label: "Property, plant and equipment, net", type: "money" },
        goodwill: { label: "Goodwill", type: "money" },
        total_assets: { label: "Total assets", type: "money", required: true },
      },
      "Liabilities and equity": {
        accounts_payable: { label: "Accounts payable", type: "money" },
        current_liabilities: { label: "Total current liabilities", type: "money" },
        long_term_debt: { label: "Long-term debt", type: "money" },
        total_liabilities: { label: "Total liabilities", type: "money" },
        retained_earnings: { label: "Retained earnings", type: "money" },
        total_equity: { label: "Total equity", type: "money", required: true },
      },
      Ratios: {
        current_ratio: { label: "Current ratio", type: "number" },
        debt_to_equity: { label: "Debt to equity", type: "number" },
      },
    },
  },
  {
    id: "guidance",
    name: "Guidance",
    description: "What the company says about the periods to come, word by word.",
    field_mapping: {
      Outlook: {
        outlook: {
          label: "Outlook for the coming fiscal year",
          type: "text",
          description: "guidance, forecast",
          period: "latest",
        },
        revenue_guidance: {
          label: "Expected revenue",
          type: "text",
          description: "guidance outlook sales growth",
          period: "latest",
        },
        margin_guidance: {
          label: "Expected operating margin",
          type: "text",
          description: "guidance outlook EBIT margin",
          period: "latest",
        },
        capex_guidance: {
          label: "Expected capital expenditure",
          type: "text",
          description: "guidance outlook investment",
          period: "latest",
        },
      },
    },
  },
  {
    id: "risk_factors",
    name: "Risk factors",
    description: "The risks the company names itself.",
    field_mapping: {
      Risks: {
        main_risks: {
          label: "Principal risks",
          type: "list",
          description: "risk factors, risks and uncertainties",
          period: "latest",
        },
        currency_risk: {
          label: "Currency risk",
          type: "text",
          description: "foreign exchange risk, exchange rates, hedging",
          period: "latest",
        },
        supply_risk: {
          label: "Supply chain risk",
          type: "text",
          description: "suppliers raw materials shortages",
          period: "latest",
        },
        litigation: {
          label: "Legal proceedings",
          type: "text",
          description: "litigation, lawsuits",
          period: "latest",
        },
        cyber: {
          label: "Cyber security risk",
          type: "text",
          description: "cybersecurity, information security, attacks",
          period: "latest",
        },
      },
    },
  },
  {
    id: "esg_figures",
    name: "ESG figures",
    description: "Emissions, energy, water, people and safety, where a report prints them.",
    field_mapping: {
      Environment: {
        scope_1: { label: "Scope 1 emissions", type: "number", period: "latest" },
        scope_2: { label: "Scope 2 emissions", type: "number", period: "latest" },
        scope_3: { label: "Scope 3 emissions", type: "number", period: "latest" },
        energy: { label: "Energy consumption", type: "number", period: "latest" },
        water: { label: "Water consumption", type: "number", period: "latest" },
      },
      People: {
        employees: { label: "Number of employees", type: "number", period: "latest" },
        women_in_management: { label: "Women in management", type: "percent", period: "latest" },
        accident_rate: { label: "Lost time injury rate", type: "number", period: "latest" },
      },
    },
  },
  {
    id: "covenants",
    name: "Covenants",
    description: "Promises to lenders and how near the company is to breaking them.",
    field_mapping: {
      Covenants: {
        covenants: {
          label: "Financial covenants",
          type: "text",
          description: "debt covenants, debt and covenants, leverage ratio",
          period: "latest",
        },
        compliance: {
          label: "In compliance with all covenants",
          type: "boolean",
          description: "covenant compliance",
          period: "latest",
        },
        credit_facility: {
          label: "Revolving credit facility",
          type: "text",
          description: "credit facilities, revolving facility, undrawn",
          period: "latest",
        },
        maturity: {
          label: "Maturity of the notes",
          type: "text",
          description: "maturities of debt, due date",
          period: "latest",
        },
      },
      Debt: {
        long_term_debt: { label: "Long-term debt", type: "money" },
        interest_expense: { label: "Interest expense", type: "money" },
        interest_coverage: { label: "Interest coverage", type: "number" },
        net_debt: { label: "Net debt", type: "money" },
      },
    },
  },
];
