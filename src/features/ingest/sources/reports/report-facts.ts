import { z } from "zod";
import { Day, isDay } from "../../../../kernel/day.ts";
import { parseJson } from "../../../../kernel/parse-json.ts";
import { findReportType } from "../../../reference/index.ts";
import type { ReportFacts } from "../../../reports/index.ts";

/** What a sidecar file or a line of a list may say about a report. Everything but the company is optional. */
export const ReportDescription = z.object({
  svc_entity_id: z.string().optional(),
  ticker: z.string().optional(),
  isin: z.string().optional(),
  lei: z.string().optional(),
  title: z.string().min(1).max(500).optional(),
  report_type: z
    .string()
    .refine((id) => findReportType(id) !== undefined, "is not a level-3 report type")
    .optional(),
  publish_date: Day.optional(),
  fiscal_year: z.coerce.number().int().min(1900).max(2200).optional(),
  fiscal_period: z.enum(["FY", "H1", "H2", "Q1", "Q2", "Q3", "Q4"]).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, "is not an ISO 639-1 code")
    .optional(),
  licence: z.string().max(500).optional(),
});
export type ReportDescription = z.output<typeof ReportDescription>;

/** One sentence for all errors. */
export function explain(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ");
}

/** The sidecar of a report, or what is wrong with it. */
export function readSidecar(text: string): ReportDescription | string {
  const content = parseJson(text);
  if (content === null) return "sidecar: it is not JSON";
  const parsed = ReportDescription.strict().safeParse(content);
  return parsed.success ? parsed.data : `sidecar: ${explain(parsed.error)}`;
}

interface FoundFacts {
  svcEntityId: string | null;
  fileName: string;
  contentType: string;
  source: string;
  reference: string;
}

export function toFacts(description: ReportDescription, found: FoundFacts): ReportFacts {
  return {
    account_id: null,
    svc_entity_id: found.svcEntityId,
    file_title: description.title ?? titleOf(found.fileName),
    report_type_id: description.report_type,
    publish_date: description.publish_date ?? null,
    fiscal_year: description.fiscal_year ?? null,
    fiscal_period: description.fiscal_period ?? null,
    language: description.language ?? null,
    file_name: found.fileName,
    content_type: found.contentType,
    fictional: false,
    source: found.source,
    source_reference: found.reference,
    licence: description.licence ?? "",
  };
}

function titleOf(fileName: string): string {
  return (
    fileName
      .replace(/\.[a-z]+$/i, "")
      .replace(/[_-]+/g, " ")
      .trim() || fileName
  );
}

const TYPES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  htm: "text/html",
  html: "text/html",
};

export function contentTypeOf(fileName: string): string | null {
  return TYPES[fileName.split(".").at(-1)?.toLowerCase() ?? ""] ?? null;
}

/** `AAPL_annual-report_2024-11-01_en.pdf`: company, type, day and language, as many as are given. */
export function readFileName(fileName: string): ReportDescription | string {
  const [company = "", ...parts] = fileName.replace(/\.[a-z]+$/i, "").split("_");
  const type = parts.map((part) => part.replaceAll("-", "_")).find((part) => findReportType(part));
  const date = parts.find((part) => /^\d{4}-\d{2}-\d{2}$/.test(part));
  if (date !== undefined && !isDay(date)) return `its name contains an invalid date: ${date}`;
  const year = parts.find((part) => /^(FY)?(19|20)\d{2}$/i.test(part))?.replace(/\D/g, "");
  const language = parts.find((part) => /^[a-z]{2}$/.test(part));
  const isIsin = /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(company);
  return {
    ...(company.startsWith("ent-") ? { svc_entity_id: company.replace("-", "_") } : {}),
    ...(isIsin ? { isin: company } : {}),
    ...(!isIsin && !company.startsWith("ent-") ? { ticker: company } : {}),
    ...(type ? { report_type: type } : {}),
    ...(date ? { publish_date: date } : {}),
    ...(year ? { fiscal_year: Number(year) } : {}),
    ...(language ? { language } : {}),
  };
}
