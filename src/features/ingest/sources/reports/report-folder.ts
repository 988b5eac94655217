import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../../../../kernel/operator-error.ts";
import { hashParts } from "../../reading/hash-parts.ts";
import { defineSource, type Entry } from "../../source.ts";
import { type FoundReport, makeReportAdder } from "./add-reports.ts";
import { contentTypeOf, type ReportDescription, readFileName, readSidecar } from "./report-facts.ts";

export const reportFolder = defineSource<FoundReport>({
  name: "report-folder",
  title: "A folder of reports",
  about:
    "PDF and HTML files with a sidecar (report.pdf.json) or a descriptive name (AAPL_annual-report_2024-11-01_en.pdf)",
  licence: "as the sidecar says",
  options: [],
  bringsReports: true,
  async open(tools, request) {
    // An empty location must not mean the current working directory.
    if (request.location === "") throw new OperatorError("report-folder needs a folder.");
    const folder = path.resolve(request.location);
    const files = listReports(folder);
    const take = makeReportAdder(tools, "report folder", request);
    return {
      location: folder,
      version: hashParts(files.map((file) => `${file}:${statSync(file).size}`)),
      totalUnits: files.length,
      async *entries(position) {
        for (const [index, file] of files.entries())
          if (index >= position) yield readReport(file, folder, index + 1);
      },
      write: (_sql, items) => take(items),
      batchMax: 10,
    };
  },
});

function listReports(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((file) => path.join(folder, file))
      .filter((file) => contentTypeOf(file) !== null && isFile(file))
      .sort();
  } catch (cause) {
    throw new OperatorError(`The folder ${folder} cannot be read.`, { cause });
  }
}

/** A folder may have the name of a report, and a link may be broken. */
function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function readReport(file: string, folder: string, number: number): Entry<FoundReport> {
  const fileName = path.basename(file);
  const description = readDescription(file, fileName);
  const excerpt = path.relative(folder, file);
  if (typeof description === "string") return { line: number, fault: description, excerpt, units: number };
  return {
    line: number,
    units: number,
    item: { path: file, fileName, contentType: contentTypeOf(file) ?? "", reference: excerpt, description },
  };
}

function readDescription(file: string, fileName: string): ReportDescription | string {
  const sidecar = [`${file}.json`, file.replace(/\.[a-z]+$/i, ".json")].find(existsSync);
  if (sidecar === undefined) return readFileName(fileName);
  return readSidecar(readFileSync(sidecar, "utf8"));
}
