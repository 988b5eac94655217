import { findReportType } from "../../reference/index.ts";

/** A kind of report by its common name, and the taxonomy groups or types it covers. */
interface ReportKind {
  name: string;
  said: RegExp;
  means: readonly string[];
}

const KINDS: readonly ReportKind[] = [
  { name: "annual report", said: /\b(?:annual|yearly|10-?k|20-?f)\b/i, means: ["annual_reports"] },
  {
    name: "half-year report",
    said: /\b(?:half[- ]year(?:ly)?|semi-?annual)\b/i,
    means: ["half_year_report"],
  },
  { name: "quarterly report", said: /\b(?:quarterly|10-?q)\b/i, means: ["quarterly_report"] },
  { name: "interim report", said: /\binterim\b/i, means: ["interim_reports"] },
  {
    name: "sustainability report",
    said: /\b(?:sustainability|esg|climate)\b/i,
    means: ["sustainability_reports"],
  },
  { name: "prospectus", said: /\bprospectus(?:es)?\b/i, means: ["offerings"] },
  {
    name: "results announcement",
    said: /\b(?:earnings|results?) (?:releases?|announcements?|reports?)\b/i,
    means: ["results_announcements"],
  },
  { name: "presentation", said: /\bpresentations?\b/i, means: ["presentations"] },
  { name: "transcript", said: /\btranscripts?\b/i, means: ["calls"] },
];

/** The kind of report a question is limited to; null for all kinds. */
export function requestedKind(question: string): ReportKind | null {
  return KINDS.find(({ said }) => said.test(question)) ?? null;
}

export function isOfKind(lv3_id: string, { means }: ReportKind): boolean {
  return means.includes(lv3_id) || means.includes(findReportType(lv3_id)?.lv2_id ?? "");
}
