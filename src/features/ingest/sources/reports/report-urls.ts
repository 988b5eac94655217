import path from "node:path";
import { OperatorError } from "../../../../kernel/operator-error.ts";
import { csvEntries, type LineReader } from "../../reading/csv-entries.ts";
import { openInput } from "../../reading/open-input.ts";
import { defineSource } from "../../source.ts";
import { type FoundReport, makeReportAdder } from "./add-reports.ts";
import { fetchReport } from "./fetch-report.ts";
import { explain, ReportDescription } from "./report-facts.ts";

interface ListedReport {
  url: string;
  description: ReportDescription;
}

export const reportUrls = defineSource<ListedReport>({
  name: "report-urls",
  title: "A list of report URLs",
  about:
    "a CSV file with the columns url, one of svc_entity_id, ticker, isin or lei, and any of title, report_type, publish_date, fiscal_year, fiscal_period, language, licence",
  licence: "as the list says",
  options: [],
  bringsReports: true,
  async open(tools, request) {
    const input = await openInput(tools, "report-urls", request.location, /\.csv$/i);
    const take = makeReportAdder(tools, "report list", request);
    const folder = path.join(tools.folder, "report-urls");
    return {
      ...input,
      entries: (position) => csvEntries(input, readListed, { position }),
      async write(_sql, items) {
        const fetched: { line: number; item: FoundReport }[] = [];
        const faults: { line: number; reason: string; excerpt: string }[] = [];
        for (const { line, item } of items) {
          const file = await fetchReport(tools, item.url, folder);
          if (typeof file === "string") faults.push({ line, reason: file, excerpt: item.url });
          else fetched.push({ line, item: { ...file, reference: item.url, description: item.description } });
        }
        const counts = await take(fetched);
        return { ...counts, faults: [...faults, ...(counts.faults ?? [])] };
      },
      batchMax: 5,
    };
  },
});

function readListed(header: readonly string[]): LineReader<ListedReport> {
  if (!header.includes("url"))
    throw new OperatorError(
      `report-urls: the list has no column "url"; it has ${header.join(", ")}. Nothing was loaded.`,
    );
  return (cells) => {
    const row = Object.fromEntries(header.map((name, at) => [name, cells[at]?.trim() || undefined]));
    const { url, ...rest } = row;
    if (!url || !URL.canParse(url)) return `url ${JSON.stringify(url ?? "")} is not a valid URL`;
    const parsed = ReportDescription.safeParse(rest);
    return parsed.success ? { url, description: parsed.data } : explain(parsed.error);
  };
}
