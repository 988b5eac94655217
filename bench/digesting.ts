/**
 * How much longer a look-up takes while reports are being read: p99 of a company by ISIN, idle and digesting.
 *
 *   node bench/digesting.ts [--reports demo/fictional/reports] [--count 8] [--seconds 15] [--connections 4] [--json FILE]
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { digest } from "./memory/use-reports.ts";
import { type LaunchedService, launchService } from "./service/launch-service.ts";
import { applyLoad, type LoadResult, makeLoad } from "./service/load.ts";
import { readOptions, saveJson } from "./service/options.ts";
import { median } from "./service/statistics.ts";

const RATIO_MAX = 2;
const options = readOptions({
  reports: path.join(import.meta.dirname, "../demo/fictional/reports"),
  count: 8,
  seconds: 15,
  connections: 4,
  json: "",
});
const files = readdirSync(options.reports)
  .filter((name) => name.endsWith(".pdf"))
  .slice(0, options.count)
  .map((name) => path.join(options.reports, name));

/** Look-ups in slices of a second until the work ends, or for some seconds. */
async function lookUp(service: LaunchedService, isOver: (seconds: number) => boolean): Promise<LoadResult[]> {
  const isin = "US0378331005";
  const load = makeLoad(service, "/v1/company_report/company_search", () => ({ isin }));
  const slices: LoadResult[] = [];
  while (!isOver(slices.length)) slices.push(await applyLoad(load, 1, options.connections));
  return slices;
}

function summarize(when: string, slices: readonly LoadResult[]) {
  return {
    when,
    seconds: slices.length,
    requests_per_second: Math.round(median(slices.map(({ requestsPerSecond }) => requestsPerSecond))),
    p50_ms: median(slices.map(({ p50Milliseconds }) => p50Milliseconds)),
    p99_ms: median(slices.map(({ p99Milliseconds }) => p99Milliseconds)),
    failures: slices.reduce((sum, { failures }) => sum + failures, 0),
    load: os.loadavg()[0]?.toFixed(1),
  };
}

const root = mkdtempSync(path.join(os.tmpdir(), "florin-digesting-"));
chmodSync(root, 0o755);
const service = await launchService(path.join(root, "ready.json"), ["--data", path.join(root, "data")], {
  FLORIN_RATE_FACTOR: "1000000",
});
try {
  const forSeconds = (most: number) => (seconds: number) => seconds >= most;
  await lookUp(service, forSeconds(5));
  const before = await lookUp(service, forSeconds(options.seconds));
  let isDigested = false;
  const digesting = digest(service, files).finally(() => {
    isDigested = true;
  });
  const during = await lookUp(service, () => isDigested);
  await digesting;
  const after = await lookUp(service, forSeconds(options.seconds));
  const lines = [summarize("digesting", during), summarize("idle, before and after", [...before, ...after])];
  console.table(lines);
  const ratio = (lines[0]?.p99_ms ?? 0) / (lines[1]?.p99_ms ?? 1);
  console.log(
    `p99 while ${files.length} reports are digested: ${ratio.toFixed(2)} times idle (goal: ${RATIO_MAX})`,
  );
  saveJson(options.json, { lines, ratio });
} finally {
  await service.stop();
  rmSync(root, { recursive: true, force: true });
}
