import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Database } from "../../platform/db/index.ts";
import type { Embedder } from "../../platform/models/index.ts";
import { loadDemoCompanies } from "../companies/index.ts";
import { loadDemoNews } from "../news/index.ts";
import { loadDemoPrices } from "../prices/index.ts";
import { addDigestedReport, addReport, findStoredDigest, type ReportTools } from "../reports/index.ts";
import { findLoadedVersion, recordLoad } from "./store.ts";

type Progress = (step: string) => void;

export interface DemoTools extends ReportTools {
  embedder: Embedder;
}

/** Loads the demo data once; a later start only looks whether the files are still the same. */
export async function loadDemo(tools: DemoTools, demoFolder: string, progress: Progress): Promise<void> {
  const companyFiles = ["companies/companies.jsonl.gz", "fictional/companies.json"];
  await loadOnce(tools.db, "demo companies", hashFiles(demoFolder, companyFiles), async () => {
    progress("loading the demo companies");
    const { added, changed, unchanged, rejected } = await loadDemoCompanies(tools.db, demoFolder);
    if (rejected > 0) throw new Error(`${rejected} of the demo companies were refused`);
    progress(`${(added + changed + unchanged).toLocaleString("en-US")} demo companies are in`);
  });
  const priceFiles = ["prices.csv", "corporate-actions.csv", "prices/shares.csv"].map(
    (file) => `fictional/${file}`,
  );
  await loadOnce(tools.db, "demo prices", hashFiles(demoFolder, priceFiles), async () => {
    const count = await loadDemoPrices(tools.db, path.join(demoFolder, "fictional"));
    progress(`${count.toLocaleString("en-US")} demo prices are in`);
  });
  await loadOnce(tools.db, "demo reports", hashFiles(demoFolder, ["fictional/reports.json"]), async () => {
    const { ready, queued } = await loadDemoReports(tools, path.join(demoFolder, "fictional"));
    progress(`${ready + queued} demo reports are in`);
    if (queued > 0) progress(`${queued} of them are being read in the background, which takes a few minutes`);
  });
  const newsFile = "fictional/news/articles.jsonl";
  await loadOnce(tools.db, "demo news", hashFiles(demoFolder, [newsFile]), async () => {
    const { added } = await loadDemoNews(tools.db, path.join(demoFolder, newsFile));
    progress(`${added} demo articles are in`);
  });
}

const DemoReports = z.array(
  z.object({
    report_id: z.string(),
    svc_entity_id: z.string(),
    file: z.string(),
    title: z.string(),
    title_en: z.string(),
    language: z.string(),
    report_type: z.string(),
    publish_date: z.iso.date(),
    fiscal_year: z.int(),
    fiscal_period: z.enum(["FY", "H1", "H2", "Q1", "Q2", "Q3", "Q4"]),
  }),
);

/** Reports come with their digests, so that they are ready at once; one without a current digest is read here. */
async function loadDemoReports(tools: DemoTools, folder: string): Promise<{ ready: number; queued: number }> {
  const reports = DemoReports.parse(JSON.parse(readFileSync(path.join(folder, "reports.json"), "utf8")));
  const model = `${tools.embedder.model}@${tools.embedder.revision}`;
  let ready = 0;
  for (const report of reports) {
    const facts = {
      report_id: report.report_id,
      account_id: null,
      svc_entity_id: report.svc_entity_id,
      file_title: report.title,
      file_title_en: report.title_en,
      report_type_id: report.report_type,
      publish_date: report.publish_date,
      fiscal_year: report.fiscal_year,
      fiscal_period: report.fiscal_period,
      language: report.language,
      file_name: path.basename(report.file),
      content_type: "application/pdf",
      fictional: true,
      source: "Florin demo",
      source_reference: report.file,
      licence: "Apache-2.0",
    };
    const file = path.join(folder, report.file);
    const digest = await findStoredDigest(path.join(folder, "digests", path.parse(report.file).name), model);
    if (digest) {
      await addDigestedReport(tools, file, { facts, digest });
      ready += 1;
    } else await addReport(tools, file, facts);
  }
  return { ready, queued: reports.length - ready };
}

async function loadOnce(
  db: Database,
  name: string,
  version: string,
  load: () => Promise<void>,
): Promise<void> {
  if ((await findLoadedVersion(db, name)) === version) return;
  await load();
  await recordLoad(db, name, version);
}

/** The hash of the files is their version, so an upgrade loads what changed. */
function hashFiles(folder: string, files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(path.join(folder, file)));
  return hash.digest("hex").slice(0, 16);
}
