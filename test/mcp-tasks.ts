/** Tasks that people give to research agents, as the calls a good agent makes for them with the demo data. */

// biome-ignore lint/suspicious/noExplicitAny: a plan looks into whatever the tools answered
type Answers = any[];
type Input = Record<string, unknown>;

export interface Task {
  kind: "find" | "compare" | "compute" | "refuse";
  task: string;
  calls: readonly (readonly [tool: string, input: Input | ((answers: Answers) => Input)])[];
  /** What the last answer must contain. */
  expected: RegExp;
}

const TESSANDRAL = "ent_qpi4neyotut5";
const HALDREWICK = "ent_xckoduopjuz2";
const ORVENKAMP = "ent_xy2zkocnqeao";
const OSTRELLIS = "ent_2ltowocmh7a2";
const MERVALEO = "ent_ca6mk6u42wea";
const REPORT = "rep_vujzjgh7sqyi";
const PRIOR_REPORT = "rep_z55fji7yfsol";

const findCompany = (name: string) => ["find_company", { name }] as const;
const first = (answers: Answers) => answers[0][0].svc_entity_id as string;
const askReport = (question: string, report_id = REPORT) => ["ask_report", { report_id, question }] as const;
const series = (ids: string[], figures: string[], periods = 2) =>
  ["financials", { svc_entity_ids: ids, figures, periods }] as const;

const FIND: readonly Task[] = [
  {
    kind: "find",
    task: "Which company trades as TSDL?",
    calls: [["find_company", { ticker: "TSDL" }]],
    expected: /Tessandral/,
  },
  {
    kind: "find",
    task: "Who has the ISIN ZZHLDW000019?",
    calls: [["find_company", { isin: "ZZHLDW000019" }]],
    expected: /Haldrewick/,
  },
  {
    kind: "find",
    task: "A misspelt name: Orvenkmap",
    calls: [findCompany("Orvenkmap")],
    expected: /Orvenkamp/,
  },
  {
    kind: "find",
    task: "Reports of Tessandral",
    calls: [findCompany("Tessandral"), ["search_reports", (answers) => ({ svc_entity_id: first(answers) })]],
    expected: /Annual Report 2024/,
  },
  {
    kind: "find",
    task: "The annual reports of Haldrewick only",
    calls: [
      findCompany("Haldrewick"),
      [
        "search_reports",
        (answers) => ({ svc_entity_id: first(answers), report_type_list: ["annual_report"] }),
      ],
    ],
    expected: /annual_report/,
  },
  {
    kind: "find",
    task: "Where do reports mention net debt?",
    calls: [["search", { query: "net debt covenant" }]],
    expected: /page/,
  },
  {
    kind: "find",
    task: "Read the page of the first hit on dividends",
    calls: [
      ["search", { query: "dividend per share" }],
      ["fetch", (answers) => ({ id: answers[0].results[0].id })],
    ],
    expected: /dividend/i,
  },
  {
    kind: "find",
    task: "The pages of a report that show its income statement",
    calls: [["read_report_pages", { report_id: REPORT, pages: "12" }]],
    expected: /statements of income/,
  },
  {
    kind: "find",
    task: "Who audits Tessandral?",
    calls: [askReport("Who is the auditor?")],
    expected: /Halloran/,
  },
  {
    kind: "find",
    task: "The latest prices of Ostrellis",
    calls: [["get_prices", { ticker: "OSTL", window: "1M" }]],
    expected: /close/,
  },
  {
    kind: "find",
    task: "News on Haldrewick in 2025",
    calls: [["search_news", { svc_entity_id: HALDREWICK, start_date: "2025-01-01", end_date: "2025-12-31" }]],
    expected: /Haldrewick/,
  },
  {
    kind: "find",
    task: "The code of the chemicals sector",
    calls: [["reference_list", { kind: "sectors", query: "chemicals" }]],
    expected: /chemical/i,
  },
  {
    kind: "find",
    task: "A hundred companies in Germany",
    calls: [["screen_companies", { country: "DE", limit: 100, max_tokens: 20_000 }]],
    expected: /svc_entity_id/,
  },
  { kind: "find", task: "How much may I still spend?", calls: [["balance", {}]], expected: /available/ },
  {
    kind: "find",
    task: "What is a claim?",
    calls: [["guide", { topic: "concepts/claims" }]],
    expected: /verdict/,
  },
];

const COMPARE: readonly Task[] = [
  {
    kind: "compare",
    task: "Operating margins of two companies, two years",
    calls: [
      findCompany("Haldrewick"),
      findCompany("Tessandral"),
      [
        "financials",
        (answers) => ({
          svc_entity_ids: [answers[0][0].svc_entity_id, answers[1][0].svc_entity_id],
          figures: ["operating_margin"],
          periods: 2,
        }),
      ],
    ],
    expected: /operating_margin/,
  },
  {
    kind: "compare",
    task: "Net margins of five companies",
    calls: [series([HALDREWICK, ORVENKAMP, TESSANDRAL, OSTRELLIS, MERVALEO], ["net_margin"])],
    expected: /net_margin/,
  },
  {
    kind: "compare",
    task: "Revenue of two companies in euros",
    calls: [
      [
        "financials",
        { svc_entity_ids: [ORVENKAMP, MERVALEO], figures: ["revenue"], currency: "EUR", periods: 1 },
      ],
    ],
    expected: /EUR/,
  },
  {
    kind: "compare",
    task: "Which companies have a net margin above 5 %?",
    calls: [["financials", { where: "net_margin > 0.05" }]],
    expected: /net_margin/,
  },
  {
    kind: "compare",
    task: "Revenue of Tessandral in 2023 and 2024",
    calls: [askReport("What was revenue in 2023 and 2024?")],
    expected: /2023/,
  },
  {
    kind: "compare",
    task: "The same figure in two annual reports",
    calls: [
      askReport("What was revenue in fiscal 2023?"),
      askReport("What was revenue in fiscal 2023?", PRIOR_REPORT),
    ],
    expected: /found/,
  },
  {
    kind: "compare",
    task: "Rank all companies by net margin",
    calls: [["ask", { question: "Top 3 companies by net margin" }]],
    expected: /margin/i,
  },
  {
    kind: "compare",
    task: "Prices of two companies over a month",
    calls: [
      ["get_prices", { ticker: "OSTL", window: "1M", interval: "week" }],
      ["get_prices", { ticker: "TSDL", window: "1M", interval: "week" }],
    ],
    expected: /close/,
  },
  {
    kind: "compare",
    task: "Income statements of three years",
    calls: [["financials", { svc_entity_id: TESSANDRAL, statement: "income", periods: 3 }]],
    expected: /Revenue/i,
  },
  {
    kind: "compare",
    task: "Cash flow statement of one report",
    calls: [["financials", { report_id: REPORT, statement: "cash_flow" }]],
    expected: /cash/i,
  },
  {
    kind: "compare",
    task: "Balance sheet of one report",
    calls: [["financials", { report_id: REPORT, statement: "balance" }]],
    expected: /assets/i,
  },
  {
    kind: "compare",
    task: "Which companies grew?",
    calls: [["financials", { where: "revenue_growth_1y > 0" }]],
    expected: /"companies":|revenue_growth_1y/,
  },
  {
    kind: "compare",
    task: "How many companies in Japan and in France?",
    calls: [
      ["screen_companies", { country: "JP", limit: 1 }],
      ["screen_companies", { country: "FR", limit: 1 }],
    ],
    expected: /total/,
  },
  {
    kind: "compare",
    task: "News of two companies",
    calls: [
      [
        "search_news",
        { svc_entity_id: OSTRELLIS, start_date: "2025-01-01", end_date: "2025-12-31", limit: 5 },
      ],
      [
        "search_news",
        { svc_entity_id: TESSANDRAL, start_date: "2025-01-01", end_date: "2025-12-31", limit: 5 },
      ],
    ],
    expected: /title/,
  },
  {
    kind: "compare",
    task: "Leverage of three companies",
    calls: [series([HALDREWICK, TESSANDRAL, MERVALEO], ["total_debt", "total_equity"], 1)],
    expected: /total_debt/,
  },
];

const COMPUTE: readonly Task[] = [
  {
    kind: "compute",
    task: "Operating margin, with its page",
    calls: [askReport("What was the operating margin in fiscal 2024?")],
    expected: /16\.2/,
  },
  {
    kind: "compute",
    task: "Revenue growth",
    calls: [askReport("How much did revenue grow in fiscal 2024?")],
    expected: /computed/,
  },
  {
    kind: "compute",
    task: "Gross margin",
    calls: [askReport("What was the gross margin in fiscal 2024?")],
    expected: /44/,
  },
  {
    kind: "compute",
    task: "Net margin",
    calls: [askReport("What was the net margin in fiscal 2024?")],
    expected: /11\.7/,
  },
  {
    kind: "compute",
    task: "Tax rate",
    calls: [askReport("What was the effective tax rate in fiscal 2024?")],
    expected: /21\.9/,
  },
  {
    kind: "compute",
    task: "Free cash flow",
    calls: [askReport("What was free cash flow in fiscal 2024?")],
    expected: /324/,
  },
  {
    kind: "compute",
    task: "Current ratio",
    calls: [askReport("What was the current ratio at the end of fiscal 2024?")],
    expected: /1\.86/,
  },
  {
    kind: "compute",
    task: "Change of net income in per cent",
    calls: [askReport("By what percentage did net income change in 2024?")],
    expected: /9\.6/,
  },
  {
    kind: "compute",
    task: "From a name to a margin",
    calls: [
      findCompany("Tessandral"),
      [
        "search_reports",
        (answers) => ({ svc_entity_id: first(answers), report_type_list: ["annual_report"] }),
      ],
      [
        "ask_report",
        (answers) => ({
          report_id: answers[1].reports[0].report_id,
          question: "What was the operating margin in fiscal 2024?",
        }),
      ],
    ],
    expected: /16\.2/,
  },
  {
    kind: "compute",
    task: "A figure asked in one call",
    calls: [["ask", { question: "What was the revenue of Tessandral in 2024?" }]],
    expected: /2,136|2\.1/,
  },
  {
    kind: "compute",
    task: "Return of a share over a year",
    calls: [["ask", { question: "How much did the price of Ostrellis change over the last year?" }]],
    expected: /57\.7/,
  },
  {
    kind: "compute",
    task: "Return on equity of two companies",
    calls: [series([HALDREWICK, OSTRELLIS], ["return_on_equity"], 1)],
    expected: /return_on_equity/,
  },
  {
    kind: "compute",
    task: "Earnings per share",
    calls: [askReport("What were diluted earnings per share in fiscal 2024?")],
    expected: /3\.87/,
  },
  {
    kind: "compute",
    task: "What would an answer cost?",
    calls: [["ask", { question: "Compare the net margin of Haldrewick and Tessandral", quote_only: true }]],
    expected: /quote/,
  },
  {
    kind: "compute",
    task: "A question in German to a German report",
    calls: [
      findCompany("Orvenkamp"),
      [
        "search_reports",
        (answers) => ({ svc_entity_id: first(answers), report_type_list: ["annual_report"] }),
      ],
      [
        "ask_report",
        (answers) => ({
          report_id: answers[1].reports[0].report_id,
          question: "Wie hoch war der Umsatz 2024?",
        }),
      ],
    ],
    expected: /801/,
  },
];

const REFUSE: readonly Task[] = [
  {
    kind: "refuse",
    task: "A figure that the report does not have",
    calls: [askReport("What was the CEO's shoe size?")],
    expected: /Not found/,
  },
  {
    kind: "refuse",
    task: "A year that the report does not cover",
    calls: [askReport("What was revenue in fiscal 1995?")],
    expected: /not|no /i,
  },
  {
    kind: "refuse",
    task: "A company that does not exist",
    calls: [["ask", { question: "What was the revenue of Zzyqxwv Holdings in 2024?" }]],
    expected: /ask_back|no company|not/i,
  },
  {
    kind: "refuse",
    task: "A prediction",
    calls: [["ask", { question: "Predict the revenue of Ostrellis in 2030" }]],
    expected: /not_found/,
  },
  {
    kind: "refuse",
    task: "Advice",
    calls: [["ask", { question: "Should I buy shares of Haldrewick?" }]],
    expected: /advice|not/i,
  },
  {
    kind: "refuse",
    task: "An unknown report",
    calls: [askReport("What was revenue?", "rep_aaaaaaaaaaaa")],
    expected: /not found/i,
  },
  {
    kind: "refuse",
    task: "A country by its name",
    calls: [["screen_companies", { country: "Germany" }]],
    expected: /Did you mean DE/,
  },
  {
    kind: "refuse",
    task: "A misspelt report type",
    calls: [["search_reports", { report_type_list: ["anual report"] }]],
    expected: /annual_report/,
  },
  {
    kind: "refuse",
    task: "A field that does not exist",
    calls: [["find_company", { query: "Tessandral" }]],
    expected: /unknown field/,
  },
  { kind: "refuse", task: "A nonsense name", calls: [findCompany("qqqqzzzzxxxx")], expected: /\[\]/ },
  {
    kind: "refuse",
    task: "Prices of a ticker without any",
    calls: [["get_prices", { ticker: "ZZNONE", window: "1Y" }]],
    expected: /not|no /i,
  },
  {
    kind: "refuse",
    task: "A page that the report does not have",
    calls: [["read_report_pages", { report_id: REPORT, pages: "999" }]],
    expected: /last page/,
  },
  {
    kind: "refuse",
    task: "A figure that is no figure",
    calls: [["financials", { svc_entity_ids: [TESSANDRAL], figures: ["happiness"] }]],
    expected: /happiness|figure/,
  },
  {
    kind: "refuse",
    task: "News of a company without any",
    calls: [["search_news", { keywords: "qqqqzzzzxxxx", start_date: "2025-01-01", end_date: "2025-12-31" }]],
    expected: /\[\]|0/,
  },
  {
    kind: "refuse",
    task: "A condition that cannot be read",
    calls: [["financials", { where: "net_margin >> cheap" }]],
    expected: /expected a figure/,
  },
];

export const TASKS: readonly Task[] = [...FIND, ...COMPARE, ...COMPUTE, ...REFUSE];
