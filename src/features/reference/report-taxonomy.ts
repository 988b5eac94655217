/**
 * The classification of company reports: category, group, type. A type's identifier is readable and never changes its
 * meaning; a new version may add identifiers, never reuse one.
 */
export const REPORT_TYPE_VERSION = "2026.1";

interface Group {
  id: string;
  name: string;
  types: Readonly<Record<string, string>>;
}

interface ReportCategory {
  id: string;
  name: string;
  groups: readonly Group[];
}

export const REPORT_CATEGORIES: readonly ReportCategory[] = [
  {
    id: "financial_reports",
    name: "Financial reports",
    groups: [
      {
        id: "annual_reports",
        name: "Annual reports",
        types: {
          annual_report: "Annual report",
          annual_report_regulatory: "Annual report on a regulator's form",
          integrated_report: "Integrated annual report",
          annual_report_summary: "Short-form annual report",
          annual_report_amendment: "Amended annual report",
          transition_report: "Report for a changed financial year",
        },
      },
      {
        id: "interim_reports",
        name: "Interim reports",
        types: {
          half_year_report: "Half-year report",
          quarterly_report: "Quarterly report",
          nine_month_report: "Nine-month report",
          monthly_report: "Monthly report",
          interim_report_amendment: "Amended interim report",
        },
      },
      {
        id: "financial_statements",
        name: "Statements and their audit",
        types: {
          consolidated_statements: "Consolidated financial statements",
          parent_company_statements: "Parent-company financial statements",
          auditor_report: "Auditor's report",
          restated_statements: "Restated financial statements",
          statement_data_file: "Tagged statement data",
        },
      },
    ],
  },
  {
    id: "results_and_outlook",
    name: "Results and outlook",
    groups: [
      {
        id: "results_announcements",
        name: "Results announcements",
        types: {
          earnings_release: "Earnings release",
          preliminary_results: "Preliminary results",
          trading_statement: "Trading statement",
          operating_figures: "Production, sales or traffic figures",
          results_supplement: "Financial data supplement",
        },
      },
      {
        id: "outlook",
        name: "Outlook",
        types: {
          guidance: "Guidance or forecast",
          guidance_revision: "Changed guidance",
          profit_warning: "Profit warning",
        },
      },
    ],
  },
  {
    id: "presentations_and_calls",
    name: "Presentations and calls",
    groups: [
      {
        id: "presentations",
        name: "Presentations",
        types: {
          results_presentation: "Results presentation",
          investor_presentation: "Investor presentation",
          capital_markets_day: "Capital markets day material",
          fact_sheet: "Fact sheet or fact book",
        },
      },
      {
        id: "calls",
        name: "Calls",
        types: {
          earnings_call_transcript: "Earnings call transcript",
          event_transcript: "Other event transcript",
          prepared_remarks: "Prepared remarks",
        },
      },
    ],
  },
  {
    id: "governance",
    name: "Governance",
    groups: [
      {
        id: "shareholder_meetings",
        name: "Shareholder meetings",
        types: {
          meeting_notice: "Notice of meeting",
          proxy_statement: "Proxy statement or circular",
          meeting_results: "Voting results",
          meeting_minutes: "Minutes of a meeting",
        },
      },
      {
        id: "board_and_pay",
        name: "Board and pay",
        types: {
          governance_report: "Corporate governance report",
          remuneration_report: "Pay report",
          remuneration_policy: "Pay policy",
          board_change: "Change of director or officer",
          committee_charter: "Board or committee charter",
        },
      },
      {
        id: "constitution",
        name: "Constitution and conduct",
        types: {
          articles_of_association: "Articles or by-laws",
          code_of_conduct: "Code of conduct",
          company_name_change: "Change of name, seat or financial year",
          auditor_change: "Change of auditor",
        },
      },
    ],
  },
  {
    id: "ownership",
    name: "Ownership",
    groups: [
      {
        id: "holdings",
        name: "Holdings",
        types: {
          major_holding: "Major holding notice",
          insider_dealing: "Dealing by a director or officer",
          institutional_holdings: "Holdings of an investment manager",
          beneficial_owner_report: "Report of a beneficial owner",
          short_position: "Short position notice",
        },
      },
      {
        id: "share_count",
        name: "Shares and votes",
        types: {
          total_voting_rights: "Total voting rights",
          own_shares: "Dealing in own shares",
          share_register_extract: "Extract of the share register",
        },
      },
    ],
  },
  {
    id: "capital_markets",
    name: "Capital markets",
    groups: [
      {
        id: "offerings",
        name: "Offerings",
        types: {
          prospectus: "Prospectus",
          prospectus_supplement: "Prospectus supplement",
          registration_statement: "Registration statement",
          listing_document: "Listing document",
          rights_issue: "Rights issue document",
          private_placement: "Private placement notice",
        },
      },
      {
        id: "debt",
        name: "Debt",
        types: {
          bond_terms: "Final terms or indenture",
          credit_agreement: "Credit agreement",
          debt_investor_report: "Report to debt investors",
          rating_report: "Rating announcement",
        },
      },
      {
        id: "distributions",
        name: "Dividends and capital changes",
        types: {
          dividend_notice: "Dividend notice",
          buyback_programme: "Buy-back programme",
          share_split: "Split or consolidation of shares",
          capital_reduction: "Capital reduction",
        },
      },
      {
        id: "deals",
        name: "Mergers and acquisitions",
        types: {
          merger_announcement: "Merger or acquisition announcement",
          takeover_offer: "Takeover offer document",
          offer_response: "Response to a takeover offer",
          merger_document: "Merger or demerger document",
          asset_sale: "Disposal announcement",
        },
      },
    ],
  },
  {
    id: "sustainability",
    name: "Environment and society",
    groups: [
      {
        id: "sustainability_reports",
        name: "Sustainability reports",
        types: {
          sustainability_report: "Sustainability report",
          climate_report: "Climate report",
          emissions_statement: "Emissions statement",
          diversity_report: "Workforce and diversity report",
          human_rights_statement: "Human rights or modern slavery statement",
          green_finance_report: "Green finance report",
          tax_transparency_report: "Tax transparency report",
        },
      },
    ],
  },
  {
    id: "regulatory",
    name: "Regulatory",
    groups: [
      {
        id: "current_disclosures",
        name: "Current disclosures",
        types: {
          current_report: "Current report of a material event",
          inside_information: "Inside information",
          material_contract: "Material contract",
          litigation_notice: "Litigation or investigation notice",
          insolvency_notice: "Insolvency or restructuring notice",
          trading_halt: "Trading halt or resumption",
          delisting_notice: "Delisting or deregistration",
          late_filing_notice: "Notice of late filing",
        },
      },
      {
        id: "supervision",
        name: "Supervision",
        types: {
          capital_adequacy_report: "Bank capital and risk report",
          solvency_report: "Insurer solvency report",
          regulator_correspondence: "Letter to or from a regulator",
          exemption_notice: "Exemption or relief",
        },
      },
    ],
  },
  {
    id: "other_documents",
    name: "Other documents",
    groups: [
      {
        id: "company_information",
        name: "Company information",
        types: {
          press_release: "Press release",
          financial_calendar: "Financial calendar",
          technical_report: "Technical or reserves report",
          research_update: "Research or trial results",
          other_document: "Document of another kind",
        },
      },
    ],
  },
];
