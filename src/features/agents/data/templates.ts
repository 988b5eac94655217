/** Field mappings for common needs, as a starting point. Figures are those of the dictionary, under their ids. */
import { COMPUTED_MEASURES, LINES } from "../../reference/index.ts";
import type { FieldMapping, FieldType } from "../builders/field-mapping.ts";

export interface BuilderTemplate {
  id: string;
  name: string;
  description: string;
  field_mapping: FieldMapping;
}

const TYPES: Readonly<Record<string, FieldType>> = {
  flow: "money",
  stock: "money",
  money: "money",
  percent: "percent",
};
const FIGURES = new Map<string, { label: string; type: FieldType }>([
  ...LINES.map(({ id, name, kind }) => [id, { label: name, type: TYPES[kind] ?? "number" }] as const),
  ...COMPUTED_MEASURES.map(
    ({ id, name, unit }) => [id, { label: name, type: TYPES[unit] ?? "number" }] as const,
  ),
]);

function figure(id: string): { label: string; type: FieldType } {
  const known = FIGURES.get(id);
  if (!known) throw new Error(`no figure is called ${id}`);
  return known;
}

function figures(...ids: string[]): Record<string, { label: string; type: FieldType }> {
  return Object.fromEntries(ids.map((id) => [id, figure(id)]));
}

export const TEMPLATES: readonly BuilderTemplate[] = [
  {
    id: "income_statement",
    name: "Income statement",
    description:
      "Revenue to earnings per share of the latest fiscal year, with the year before for revenue and profit.",
    field_mapping: {
      "Income statement": {
        revenue: { ...figure("revenue"), required: true },
        revenue_prior_year: { ...figure("revenue"), period: "prior_year" },
        ...figures("cost_of_revenue", "gross_profit", "research_and_development"),
        operating_income: { ...figure("operating_income"), required: true },
        ...figures("interest_expense", "pretax_income", "income_tax"),
        net_income: { ...figure("net_income"), required: true },
        net_income_prior_year: { ...figure("net_income"), period: "prior_year" },
      },
      "Per share": figures("eps_basic", "eps_diluted"),
      Margins: figures("gross_margin", "operating_margin", "net_margin"),
    },
  },
  {
    id: "balance_sheet",
    name: "Balance sheet",
    description: "What the company owns and owes at the end of the latest fiscal year.",
    field_mapping: {
      Assets: {
        cash: { ...figure("cash"), required: true },
        ...figures("receivables", "inventory", "current_assets", "ppe_net", "goodwill"),
        total_assets: { ...figure("total_assets"), required: true },
      },
      "Liabilities and equity": {
        ...figures(
          "accounts_payable",
          "current_liabilities",
          "long_term_debt",
          "total_liabilities",
          "retained_earnings",
        ),
        total_equity: { ...figure("total_equity"), required: true },
      },
      Ratios: figures("current_ratio", "debt_to_equity"),
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
      Debt: figures("long_term_debt", "interest_expense", "interest_cover", "net_debt"),
    },
  },
];
