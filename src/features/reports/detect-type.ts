import { findReportType } from "../reference/index.ts";

/** Phrases that identify a type of report, in the languages of reports. The first match wins. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bform\s+10-?k\/a\b|amended annual report/i, "annual_report_amendment"],
  [/\bform\s+10-?k\b|\bform\s+(20|40)-?f\b/i, "annual_report_regulatory"],
  [/\bform\s+10-?q\b/i, "quarterly_report"],
  [/\bform\s+8-?k\b|\bform\s+6-?k\b|current report pursuant/i, "current_report"],
  [/proxy statement|schedule 14a/i, "proxy_statement"],
  [/base prospectus|prospectus supplement/i, "prospectus_supplement"],
  [/\bprospectus\b|prospekt\b|目論見書/i, "prospectus"],
  [
    /sustainability report|esg report|nachhaltigkeitsbericht|rapport de durabilité|サステナビリティ/i,
    "sustainability_report",
  ],
  [/half[- ]?year|interim (financial )?report|halbjahres|semestriel|半期|中間/i, "half_year_report"],
  [/quarterly report|quartalsbericht|rapport trimestriel|四半期/i, "quarterly_report"],
  [
    /(reports|announces)\b.{0,60}\b(quarter|results)|earnings release|results release|決算短信/i,
    "earnings_release",
  ],
  [/earnings call|conference call transcript/i, "earnings_call_transcript"],
  [/investor presentation|results presentation/i, "investor_presentation"],
  [
    /annual report|geschäftsbericht|rapport annuel|document d'enregistrement universel|informe anual|relazione annuale|アニュアルレポート|有価証券報告書|年度报告/i,
    "annual_report",
  ],
];

export interface DetectedType {
  id: string;
  confidence: number;
}

const TITLE_CONFIDENCE = 0.9;
const CONTENT_CONFIDENCE = 0.6;

/** The type of a report, by its title or else by its first page. Null when neither identifies it. */
export function detectReportType(title: string, firstPageText: string): DetectedType | null {
  const byTitle = match(title);
  if (byTitle) return { id: byTitle, confidence: TITLE_CONFIDENCE };
  const byContent = match(firstPageText.slice(0, 3_000));
  return byContent ? { id: byContent, confidence: CONTENT_CONFIDENCE } : null;
}

function match(text: string): string | null {
  const id = PHRASES.find(([phrase]) => phrase.test(text))?.[1];
  return id === undefined ? null : (findReportType(id)?.lv3_id ?? null);
}
