import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { openSourceTools, requireSource, runIngest } from "../../src/features/ingest/index.ts";
import type { Database } from "../../src/platform/db/index.ts";
import { cpuMilliseconds, cpuPerRow } from "../service/cpu-of.ts";
import { listSeriesCompanies } from "./store.ts";

/** Of each series. */
export const DAYS = 2_500;

/** A CSV file in our own shape, through the whole import; then the same again, which changes nothing. */
export async function measureLoad(db: Database, rows: number) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "florin-prices-"));
  try {
    const file = path.join(folder, "prices.csv");
    writeFileSync(file, await synthesizeCsv(db, rows));
    const settings = { dataFolder: folder, userAgent: "florin-bench", allowLocal: false };
    const load = () =>
      runIngest(openSourceTools(db, settings, new AbortController().signal), requireSource("prices-csv"), {
        location: file,
        options: { licence: "made up" },
      });
    const before = cpuMilliseconds();
    const added = await load();
    const cpu = cpuPerRow(before, rows);
    const again = await load();
    return {
      rows,
      added: added.added,
      rows_per_second: Math.round(rows / added.seconds),
      ...cpu,
      unchanged_again: again.unchanged,
      again_per_second: Math.round(rows / again.seconds),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function synthesizeCsv(db: Database, rows: number): Promise<string> {
  const companies = await listSeriesCompanies(db, Math.ceil(rows / DAYS));
  const lines = companies.flatMap((id) =>
    Array.from({ length: DAYS }, (_, day) => {
      const date = new Date(Date.UTC(2010, 0, 1 + day)).toISOString().slice(0, 10);
      return `${id},NEW,${date},10.5,11,10,10.25,${day * 10},USD`;
    }),
  );
  return ["svc_entity_id,ticker,date,open,high,low,close,volume,currency", ...lines.slice(0, rows), ""].join(
    "\n",
  );
}
