import type { ReportReader } from "../src/features/answers/index.ts";

export interface Rephrasing {
  question: string;
  verdict: "same" | "refused" | "different";
  answer: string;
}

/** One figure asked for in several ways; the first is the plain one the others are compared with. */
const WAYS: readonly (readonly string[])[] = [
  [
    "What is the FY{year} total revenue for {company}?",
    "In {year}, how much revenue did {company} report?",
    "State {company}'s net sales for fiscal {year}, in millions.",
    "What were the company's total revenues for the fiscal year {year}?",
  ],
  [
    "What is the FY{year} gross profit margin for {company}?",
    "Report {company}'s gross profit margin for fiscal {year} as a percentage.",
    "What was {company}'s gross profit as a share of revenue in {year}?",
    "Calculate gross margin for {year}. Gross margin = (revenue - cost of goods sold) / revenue. Answer in percent.",
  ],
  [
    "What is the FY{year} current ratio for {company}?",
    "What is the ratio of total current assets to total current liabilities at the end of FY{year}?",
    "What is {company}'s FY{year} liquidity ratio? Liquidity ratio is total current assets divided by total current liabilities.",
    "Compute the current ratio of {company} for {year}.",
  ],
  [
    "What is the FY{prior} - FY{year} total revenue growth rate for {company}?",
    "By how much did {company}'s revenue increase between {prior} and {year}, in percent?",
    "What was the percentage change in net sales from {prior} to {year}?",
    "How much did revenue grow in {year} compared with {prior}?",
  ],
  [
    "What is the FY{year} free cash flow of {company}?",
    "How much was {company}'s free cash flow in FY{year}, i.e. cash from operations minus capital expenditures?",
    "What was cash from operations less capex in {year}?",
    "What is FY{year} FCF for {company}? FCF is defined as: cash from operations - capex.",
  ],
  [
    "What is the FY{year} return on assets for {company}? Return on assets is defined as: net income " +
      "attributable to shareholders / average total assets between FY{prior} and FY{year}. Answer in " +
      "percent.",
    "What was {company}'s return on assets in FY{year}, defined as net income attributable to shareholders divided by average total assets between FY{prior} and FY{year}, in percent?",
    "Compute {company}'s ROA for FY{year}. ROA = net income attributable to shareholders / average total assets between FY{prior} and FY{year}. Answer in percent.",
  ],
];

export function askInOtherWords(
  reader: ReportReader,
  { document, company }: { document: string; company: string },
): Rephrasing[] {
  const year = Number(/(?:19|20)\d\d/.exec(document)?.[0] ?? 0);
  const fill = (text: string) =>
    text
      .replaceAll("{year}", String(year))
      .replaceAll("{prior}", String(year - 1))
      .replaceAll("{company}", company);
  return WAYS.flatMap(([plain = "", ...others]) => {
    const expected = reader.ask(fill(plain)).figure;
    if (!expected) return [];
    return others.map((way): Rephrasing => {
      const question = fill(way);
      const { figure, text } = reader.ask(question);
      return {
        question,
        verdict: !figure ? "refused" : isSame(expected, figure) ? "same" : "different",
        answer: text,
      };
    });
  });
}

interface Figure {
  value: number;
  unit: string | null;
}

/** The same number, or the same share once as a ratio and once in percent. */
function isSame(expected: Figure, given: Figure): boolean {
  const scales = [1, 100, 0.01, 1e3, 1e-3, 1e6, 1e-6];
  return scales.some(
    (scale) =>
      Math.abs(given.value * scale - expected.value) <=
      Math.max(0.006 * scale, Math.abs(expected.value) * 1e-3),
  );
}
