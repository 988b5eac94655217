/** SEC forms that are reports, with their report types. Others (ownership, correspondence) are not reports. */
const FORMS: Readonly<Record<string, string>> = {
  "10-K": "annual_report_regulatory",
  "10-K405": "annual_report_regulatory",
  "10-KSB": "annual_report_regulatory",
  "20-F": "annual_report_regulatory",
  "40-F": "annual_report_regulatory",
  "10-K/A": "annual_report_amendment",
  "20-F/A": "annual_report_amendment",
  "10-KT": "transition_report",
  "10-Q": "quarterly_report",
  "10-QSB": "quarterly_report",
  "10-Q/A": "interim_report_amendment",
  "8-K": "current_report",
  "8-K/A": "current_report",
  "6-K": "current_report",
  "DEF 14A": "proxy_statement",
  DEFA14A: "proxy_statement",
  ARS: "annual_report",
  "S-1": "prospectus",
  "F-1": "prospectus",
  "424B1": "prospectus",
  "424B2": "prospectus_supplement",
  "424B3": "prospectus_supplement",
  "424B4": "prospectus",
  "424B5": "prospectus_supplement",
};

export const DEFAULT_FORMS = ["10-K", "10-K/A", "20-F", "40-F", "10-Q", "8-K", "6-K", "DEF 14A"];

export function reportTypeOfForm(form: string): string | null {
  return FORMS[form.toUpperCase()] ?? null;
}
