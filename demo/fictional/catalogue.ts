import { readFileSync } from "node:fs";
import { z } from "zod";

const Company = z.object({
  svc_entity_id: z.string(),
  slug: z.string(),
  name: z.string(),
  name_local: z.string().nullable(),
  country: z.string(),
  exchange: z.string(),
  ticker: z.string(),
  isin: z.string(),
  lei: z.null(),
  cik: z.null(),
  isic: z.string(),
  currency: z.string(),
  fiscal_year_end: z.string(),
  description: z.string(),
  fictional: z.literal(true),
});
export type Company = z.infer<typeof Company>;

/** What a report is, before it is typeset. Its text lies in `text/<slug>.typ`. */
const ReportDefinition = z.strictObject({
  slug: z.string(),
  company: z.string(),
  language: z.enum(["en", "de", "fr", "es", "it", "nl", "ja", "zh"]),
  report_type: z.string(),
  title: z.string(),
  title_en: z.string(),
  running_title: z.string(),
  publish_date: z.iso.date(),
  fiscal_year: z.int(),
  fiscal_period: z.enum(["FY", "H1", "Q1", "Q2", "Q3", "Q4"]),
  /** The period the report is about, and all periods its tables print, in the model's keys. */
  period: z.string(),
  periods: z.array(z.string()).min(1),
});
export type ReportDefinition = z.infer<typeof ReportDefinition>;

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
}

export const readCompanies = (): Company[] => z.array(Company).parse(readJson("companies.json"));
export const readReportDefinitions = (): ReportDefinition[] =>
  z.array(ReportDefinition).parse(readJson("catalogue.json"));
