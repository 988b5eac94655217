/**
 * How fast companies are taken in and how much memory that needs: a made-up golden copy, zipped, of the width of a real
 * one, streamed into a database that holds nothing; then the same again, which changes nothing.
 *
 *   node bench/ingest.ts [--large] [--rows 100000] [--json FILE]
 *
 * --large streams a million rows. Set FLORIN_TEST_SERVER_URL to measure on a PostgreSQL server of your own.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  type IngestResult,
  openSourceTools,
  requireSource,
  runIngest,
} from "../src/features/ingest/index.ts";
import type { Database } from "../src/platform/db/index.ts";
import { withDatabases } from "./companies/bench-database.ts";
import { describeServer } from "./prices/store.ts";
import { cpuMilliseconds, cpuPerRow } from "./service/cpu-of.ts";
import { readOptions, saveJson } from "./service/options.ts";

const options = readOptions({ large: false, rows: 0, again: false, json: "" });
const WRITER = path.join(import.meta.dirname, "companies/write-golden-copy.ts");
const rows = options.rows || (options.large ? 1_000_000 : 100_000);
const folder = mkdtempSync(path.join(os.tmpdir(), "florin-ingest-bench-"));

try {
  const file = path.join(folder, "golden-2026-01-31.csv.zip");
  // In a process of its own: memory that making the file left behind would hide what loading it needs.
  execFileSync(process.execPath, [WRITER, file, String(rows)], { stdio: "inherit" });
  await withDatabases(1, async ([db]) => {
    if (!db) throw new Error("no database");
    console.log(await describeServer(db));
    const lines = [await measure(db, file, "first load")];
    if (options.again) lines.push(await measure(db, file, "the same again"));
    console.table(lines);
    saveJson(options.json, lines);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(db: Database, location: string, what: string) {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const cpuBefore = cpuMilliseconds();
  const settings = { dataFolder: folder, userAgent: "florin-bench", allowLocal: false };
  const tools = openSourceTools(db, settings, new AbortController().signal);
  const result: IngestResult = await runIngest(tools, requireSource("gleif"), {
    location,
    options: {},
    progress: ({ position, seconds, sinceStart }) => {
      most = Math.max(most, process.memoryUsage.rss());
      if (position % 50_000 === 0)
        console.log(
          `${position} rows, ${Math.round(sinceStart / seconds)}/s, ${megabytes(most - before)} MB more`,
        );
    },
  });
  const { added, unchanged, rejected, seconds } = result;
  return {
    what,
    rows,
    added,
    unchanged,
    rejected,
    rows_per_second: Math.round(rows / seconds),
    ...cpuPerRow(cpuBefore, rows),
    megabytes_before: megabytes(before),
    megabytes_more: megabytes(most - before),
  };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}
