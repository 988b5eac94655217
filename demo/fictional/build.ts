/** Typesets the fictional companies' reports: `node demo/fictional/build.ts [slug ...]`. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readCompanies, readReportDefinitions } from "./catalogue.ts";
import { reportId } from "./ids.ts";
import { type CompanyModel, modelCompany } from "./model/periods.ts";
import { openReader } from "./read-pages.ts";
import { createTypesetter, type Figure, typesetReport } from "./typeset.ts";

export interface BuiltReports {
  files: { name: string; pdf: Buffer }[];
  manifest: Record<string, unknown>[];
  figures: Record<string, unknown>[];
}

/** Builds every report, or only those named. The same input gives the same bytes. */
export async function buildReports(only: readonly string[] = []): Promise<BuiltReports> {
  const companies = new Map(readCompanies().map((company) => [company.slug, company]));
  const models = new Map<string, CompanyModel>();
  const typesetter = await createTypesetter();
  const readPdf = await openReader();
  const built: BuiltReports = { files: [], manifest: [], figures: [] };
  for (const definition of readReportDefinitions()) {
    if (only.length > 0 && !only.includes(definition.slug)) continue;
    const company = companies.get(definition.company);
    if (company === undefined) throw new Error(`${definition.slug}: no company ${definition.company}`);
    const model = models.get(company.slug) ?? modelCompany(company.slug);
    models.set(company.slug, model);
    const { pdf, figures } = typesetReport(typesetter, { definition, company, model });
    const name = `${definition.slug}.pdf`;
    const report_id = reportId(definition.slug);
    built.files.push({ name, pdf });
    built.manifest.push({
      report_id,
      svc_entity_id: company.svc_entity_id,
      company: company.slug,
      file: `reports/${name}`,
      title: definition.title,
      title_en: definition.title_en,
      language: definition.language,
      report_type: definition.report_type,
      publish_date: definition.publish_date,
      fiscal_year: definition.fiscal_year,
      fiscal_period: definition.fiscal_period,
      page_count: readPdf(pdf).pages.length,
      byte_count: pdf.length,
      sha256: createHash("sha256").update(pdf).digest("hex"),
    });
    built.figures.push(...figures.map((figure) => describeFigure(report_id, definition.slug, figure)));
  }
  return built;
}

/** The model marks a period printed on a new basis by a letter; readers get a word. */
function describeFigure(report_id: string, report: string, figure: Figure): Record<string, unknown> {
  const restated = figure.period.endsWith("r");
  return { report_id, report, ...figure, period: figure.period.replace(/r$/, ""), restated };
}

/** One object a line: a changed figure is then a changed line. */
export const linesOfJson = (items: readonly unknown[]) =>
  `[\n${items.map((item) => `  ${JSON.stringify(item)}`).join(",\n")}\n]\n`;

if (import.meta.main) {
  const only = process.argv.slice(2);
  const folder = join(import.meta.dirname, "reports");
  mkdirSync(folder, { recursive: true });
  const { files, manifest, figures } = await buildReports(only);
  for (const { name, pdf } of files) {
    writeFileSync(join(folder, name), pdf);
    console.log(`${name} ${pdf.length} bytes`);
  }
  if (only.length === 0) {
    writeFileSync(join(import.meta.dirname, "reports.json"), linesOfJson(manifest));
    writeFileSync(join(import.meta.dirname, "figures.json"), linesOfJson(figures));
  }
}
