import { statSync } from "node:fs";
import { findCompany, makeLookup } from "../../../companies/index.ts";
import { addReport, previewAddReport, type ReportTools } from "../../../reports/index.ts";
import type { Counts, SourceRequest, SourceTools } from "../../source.ts";
import { type ReportDescription, toFacts } from "./report-facts.ts";

/** A local report file, with what is known about it. */
export interface FoundReport {
  path: string;
  fileName: string;
  contentType: string;
  reference: string;
  description: ReportDescription;
}

function requireReports({ reports }: SourceTools): ReportTools {
  if (!reports) throw new Error("a source of reports was opened without report storage");
  return reports;
}

/** Adds report files. The same file is one report, however often it is added. */
export function makeReportAdder(tools: SourceTools, source: string, { dryRun = false }: SourceRequest) {
  const reports = requireReports(tools);
  const lookUp = makeLookup(tools.db);
  const take = dryRun ? previewAddReport : addReport;

  async function findId({ svc_entity_id, ticker, isin, lei }: ReportDescription): Promise<string | null> {
    if (svc_entity_id) return (await findCompany(tools.db, svc_entity_id))?.svc_entity_id ?? null;
    if (!ticker && !isin && !lei) return null;
    const [found] = await lookUp({ ticker, isin, perm_id: lei });
    return found?.svc_entity_id ?? null;
  }

  return async (items: readonly { line: number; item: FoundReport }[]): Promise<Counts> => {
    const faults: { line: number; reason: string; excerpt: string }[] = [];
    let added = 0;
    for (const { line, item } of items) {
      const refuse = (reason: string) => faults.push({ line, reason, excerpt: item.fileName });
      const svcEntityId = await findId(item.description);
      if (svcEntityId === null) {
        refuse("its company is unknown");
        continue;
      }
      if (statSync(item.path).size === 0) {
        refuse("the file is empty");
        continue;
      }
      const { fileName, contentType, reference } = item;
      const facts = toFacts(item.description, { svcEntityId, fileName, contentType, source, reference });
      if ((await take(reports, item.path, facts)).added) added++;
    }
    return { added, changed: 0, unchanged: items.length - added - faults.length, skipped: 0, faults };
  };
}
