import { REPORT_CATEGORIES } from "./report-taxonomy.ts";

/** One specific type of report with the two levels above it, in the specification's terms. */
export interface ReportType {
  lv3_id: string;
  lv3_name: string;
  lv2_id: string;
  lv2_name: string;
  lv1_id: string;
  lv1_name: string;
}

export const REPORT_TYPES: readonly ReportType[] = REPORT_CATEGORIES.flatMap((category) =>
  category.groups.flatMap((group) =>
    Object.entries(group.types).map(([id, name]) => ({
      lv3_id: id,
      lv3_name: name,
      lv2_id: group.id,
      lv2_name: group.name,
      lv1_id: category.id,
      lv1_name: category.name,
    })),
  ),
);

/** Other common names, so that sources and people need not know our identifiers. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  annual: "annual_report",
  "10_k": "annual_report_regulatory",
  "20_f": "annual_report_regulatory",
  "40_f": "annual_report_regulatory",
  "10_k_a": "annual_report_amendment",
  "10_kt": "transition_report",
  "10_q": "quarterly_report",
  "6_k": "current_report",
  "8_k": "current_report",
  interim_report: "half_year_report",
  half_yearly_report: "half_year_report",
  semi_annual_report: "half_year_report",
  earnings: "earnings_release",
  results_release: "earnings_release",
  esg_report: "sustainability_report",
  csr_report: "sustainability_report",
  tcfd_report: "climate_report",
  def_14a: "proxy_statement",
  proxy: "proxy_statement",
  s_1: "registration_statement",
  f_1: "registration_statement",
  "424b": "prospectus_supplement",
  form_4: "insider_dealing",
  "13f": "institutional_holdings",
  "13d": "beneficial_owner_report",
  "13g": "beneficial_owner_report",
  transcript: "earnings_call_transcript",
  presentation: "investor_presentation",
};

const BY_ID: ReadonlyMap<string, ReportType> = new Map(REPORT_TYPES.map((type) => [type.lv3_id, type]));

/** The report type with this level-3 identifier or one of its other names, in any spacing or case. */
export function findReportType(name: string): ReportType | undefined {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  return BY_ID.get(slug) ?? BY_ID.get(ALSO_CALLED[slug] ?? "");
}

/** The level-3 types below an identifier of any level; empty when it is unknown. */
export function reportTypesUnder(id: string): ReportType[] {
  const wanted = findReportType(id)?.lv3_id ?? id;
  return REPORT_TYPES.filter(({ lv1_id, lv2_id, lv3_id }) => [lv1_id, lv2_id, lv3_id].includes(wanted));
}
