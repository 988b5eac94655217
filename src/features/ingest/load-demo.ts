import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Database } from "../../platform/db/index.ts";
import type { Embedder } from "../../platform/models/index.ts";
import { demoCompaniesVersion, loadDemoCompanies } from "../companies/index.ts";
import { loadDemoNews } from "../news/index.ts";
import { loadDemoPrices } from "../prices/index.ts";
import { addDigestedReport, addReport, findStoredDigest, type ReportTools } from "../reports/index.ts";
import { indexingJob } from "../search/index.ts";
import { readingJob } from "../statements/index.ts";
import { findLoadedVersion, recordLoad } from "./store.ts";

export interface DemoOptions {
  progress: (step: string) => void;
  /** Reports that have to be read need the job queue. */
  jobsDeclared: Promise<unknown>;
}

export interface DemoTools extends ReportTools {
  embedder: Embedder;
}

/**
 * Loads the demo data once; later starts only check whether the files have changed. Everything depends on the
 * companies, which come first; the rest is loaded in parallel, since each part mostly waits for the database.
 */
export async function loadDemo(
  tools: DemoTools,
  demoFolder: string,
  { progress, jobsDeclared }: DemoOptions,
): Promise<void> {
  await loadOnce(tools.db, "demo companies", demoCompaniesVersion(demoFolder), async () => {
    progress("loading the demo companies");
    // The first question may come in the first second; loading the model takes about that long.
    tools.embedder.embed(["revenue"]).catch(() => {});
    const { added, changed, unchanged, rejected } = await loadDemoCompanies(tools.db, demoFolder);
    if (rejected > 0) throw new Error(`${rejected} of the demo companies were rejected`);
    progress(`${(added + changed + unchanged).toLocaleString("en-US")} demo companies loaded`);
  });
  const folder = path.join(demoFolder, "fictional");
  const priceFiles = ["prices.csv", "corporate-actions.csv", "prices/shares.csv"];
  const prices = loadOnce(tools.db, "demo prices", hashFiles(folder, priceFiles), async () => {
    const count = await loadDemoPrices(tools.db, folder);
    progress(`${count.toLocaleString("en-US")} demo prices loaded`);
  });
  const reports = loadOnce(tools.db, "demo reports", hashFiles(folder, ["reports.json"]), async () => {
    await jobsDeclared;
    const { ready, queued } = await loadDemoReports(tools, folder);
    // Not read here: the service answers before its demo reports are searchable and their statements stored.
    await tools.jobs.send(tools.db, readingJob, {}, { key: "demo" });
    await tools.jobs.send(tools.db, indexingJob, {}, { key: "demo" });
    progress(`${ready + queued} demo reports loaded`);
    if (queued > 0) progress(`${queued} reports are being read in the background, which takes a few minutes`);
  });
  const newsFile = "news/articles.jsonl";
  const news = loadOnce(tools.db, "demo news", hashFiles(folder, [newsFile]), async () => {
    const { added } = await loadDemoNews(tools.db, path.join(folder, newsFile));
    progress(`${added} demo articles loaded`);
  });
  await finishAll([prices, reports, news]);
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
type DemoReport = z.infer<typeof DemoReports>[number];

async function loadDemoReports(tools: DemoTools, folder: string): Promise<{ ready: number; queued: number }> {
  const reports = DemoReports.parse(JSON.parse(readFileSync(path.join(folder, "reports.json"), "utf8")));
  const areReady = await finishAll(reports.map((report) => loadDemoReport(tools, folder, report)));
  const ready = areReady.filter(Boolean).length;
  return { ready, queued: reports.length - ready };
}

/** A report comes with its digest, so that it is ready immediately; one without a current digest is read by a job. */
async function loadDemoReport(tools: DemoTools, folder: string, report: DemoReport): Promise<boolean> {
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
  const model = `${tools.embedder.model}@${tools.embedder.revision}`;
  const digest = await findStoredDigest(path.join(folder, "digests", path.parse(report.file).name), model);
  if (digest) await addDigestedReport(tools, file, { facts, digest });
  else await addReport(tools, file, facts);
  return digest !== null;
}

/** Waits for everything even if some of it fails, so that nothing is writing when the database is closed. */
async function finishAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
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
