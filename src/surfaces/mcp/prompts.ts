import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
}

interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: PromptArgument[];
  write: (given: Record<string, string>) => string;
}

const company: PromptArgument = { name: "company", description: "Name, ticker or ISIN", required: true };
const RULES =
  "Take every figure from a tool's answer, never from memory, and cite its page or source. " +
  "State clearly what the sources do not say.";

/** Common requests of analysts. */
const PROMPTS: readonly Prompt[] = [
  {
    name: "company_brief",
    title: "Company brief",
    description: "One page about a company: what it does, size, latest figures, news.",
    arguments: [company],
    write: ({ company }) =>
      `Write a one-page brief of ${company}. Find it with find_company. Take its latest annual report from ` +
      "search_reports and ask_report for revenue, operating income, net income and cash flow of the last two years " +
      `with their change. Add its price over one year (get_prices) and the week's news (search_news). ${RULES}`,
  },
  {
    name: "earnings_review",
    title: "Earnings review",
    description: "The latest quarterly or annual results compared with the previous period.",
    arguments: [company, { name: "period", description: "For example 2025 or Q3 2025", required: false }],
    write: ({ company, period }) =>
      `Review the results of ${company}${period ? ` for ${period}` : ""}. Find the report with search_reports, then ` +
      "ask_report for revenue, gross margin, operating margin, net income, earnings per share, operating cash flow " +
      "and capital expenditure, each for this period and the one before. Show a table with the change, name the " +
      `three largest movements and what the report gives as their reason, and its outlook. ${RULES}`,
  },
  {
    name: "compare_companies",
    title: "Compare two companies",
    description: "Size, growth, margins, leverage and price of two companies side by side.",
    arguments: [
      { ...company, name: "first" },
      { ...company, name: "second" },
    ],
    write: ({ first, second }) =>
      `Compare ${first} with ${second}. For each: find_company, its latest annual report, and by ask_report revenue ` +
      "and its growth, operating margin, net income, total debt, equity and operating cash flow; by get_prices the " +
      `change over one year. One table, currencies and fiscal years named, then three sentences on what differs. ${RULES}`,
  },
  {
    name: "news_digest",
    title: "News digest",
    description: "What happened to a company or topic over the last days.",
    arguments: [
      { name: "subject", description: "Company or keywords", required: true },
      { name: "days", description: "How many days back; 7 when absent", required: false },
    ],
    write: ({ subject, days }) =>
      `Make a digest of the news on ${subject} of the last ${days || "7"} days with search_news; ask_news for what ` +
      "needs explaining. One line per story, latest first, with date and source; stories told by several sources " +
      `once, with their number. ${RULES}`,
  },
  {
    name: "red_flags",
    title: "Red flags in a filing",
    description: "Points in a report that need attention.",
    arguments: [{ name: "report_id", description: "From search_reports", required: true }],
    write: ({ report_id }) =>
      `Look for red flags in report ${report_id} with ask_report: going concern, changes of auditor or accounting ` +
      "policy, restatements, material weaknesses, covenant breaches, related-party dealings, litigation, customer " +
      "concentration, impairments, receivables or inventories growing faster than revenue, cash flow below profit. " +
      `Read the pages it refers to with read_report_pages before you judge. Quote each finding with its page. ${RULES}`,
  },
  {
    name: "extraction_schema",
    title: "Extraction schema from a question",
    description: "Fields for an agent builder that would answer a question again every quarter.",
    arguments: [{ name: "question", description: "What you want to know from each report", required: true }],
    write: ({ question }) =>
      `Design the field_mapping of an agent builder that answers this for every new report: ${question} ` +
      "Group the fields; give each a snake_case name, label, type (number, money, percent, date, text, boolean, list " +
      "or table), unit, period and a one-sentence description that names the line of the report it stands on. " +
      "Answer with the JSON alone.",
  },
];

export function listPrompts() {
  return PROMPTS.map(({ write: _, ...prompt }) => prompt);
}

export function writePrompt(name: string, given: Record<string, string>) {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (!prompt) throw invalid(`Unknown prompt ${name}; see prompts/list.`);
  for (const { name, required } of prompt.arguments) {
    if (required && !given[name]?.trim()) throw invalid(`${name}: required`);
    if ((given[name]?.length ?? 0) > 500) throw invalid(`${name}: expected at most 500 characters`);
  }
  const text = prompt.write(given);
  return {
    description: prompt.description,
    messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
  };
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
