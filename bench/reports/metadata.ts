import { synthesizeCompanies } from "../companies/synthesize.ts";
import { alternate, applyLoad, type Load, makeLoad } from "../service/load.ts";
import { type RunningService, startFilledService } from "../service/service-under-load.ts";
import { median } from "../service/statistics.ts";
import { listCompanyIds, settle } from "./store.ts";
import { fillReports, reportId } from "./synthesize.ts";

const COMPANIES = 50;
/** Few enough for the answer's own time to be seen, not the queue before it. */
const CONNECTIONS = 4;
export const SIZES = { few: 100, many: 10_000 };

export interface MetadataLine {
  call: string;
  p50_ms_few: number;
  p50_ms_many: number;
  p99_ms_few: number;
  p99_ms_many: number;
  p99_ratio: number;
  failures: number;
}

function callsOf(service: RunningService): Record<string, Load> {
  let turn = 0;
  const load = (path: string, nextInput: () => unknown) => makeLoad(service, path, nextInput);
  const search = (nextInput: () => unknown) => load("/v1/company_report/report_search", nextInput);
  const ids = (count: number) => Array.from({ length: count }, () => reportId(turn++ % SIZES.few));
  return {
    "report_search, no filter": search(() => ({})),
    "report_search by title": search(() => ({ query: `harbour ${turn++ % SIZES.few}` })),
    "report_search by type and language": search(() => ({
      report_type_list: ["annual_report"],
      language: "de",
    })),
    "report_search by dates": search(() => ({
      start_date: "2010-01-01",
      end_date: "2010-12-31",
      order: "title_asc",
    })),
    "file_list, 1 report, 3 options": load("/v1/company_report/file_list", () => ({
      report_id: ids(1),
      option: ["pdf", "extract", "embedding"],
    })),
    "file_list, 20 reports, pdf": load("/v1/company_report/file_list", () => ({
      report_id: ids(20),
      option: ["pdf"],
    })),
  };
}

async function startService(reports: number): Promise<RunningService> {
  return startFilledService(synthesizeCompanies(COMPANIES), async (db) => {
    await fillReports(db, reports, { companyIds: await listCompanyIds(db, COMPANIES) });
    await settle(db);
  });
}

/** Two services side by side, one with few reports and one with many, asked in turn. */
export async function compareSizes({
  rounds,
  seconds,
}: {
  rounds: number;
  seconds: number;
}): Promise<MetadataLine[]> {
  const few = await startService(SIZES.few);
  const many = await startService(SIZES.many);
  try {
    const lines: MetadataLine[] = [];
    const manyCalls = callsOf(many);
    for (const [call, load] of Object.entries(callsOf(few))) {
      const other = manyCalls[call];
      if (other) lines.push(await compareCall(call, load, other, { rounds, seconds }));
    }
    return lines;
  } finally {
    await few.stop();
    await many.stop();
  }
}

/** One call at both sizes, in turn. */
export async function compareCall(
  call: string,
  few: Load,
  many: Load,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<MetadataLine> {
  for (const load of [few, many]) await applyLoad(load, 1, CONNECTIONS);
  const results = await alternate(few, many, { rounds, seconds, connections: CONNECTIONS });
  const of = (which: "base" | "own", time: "p50Milliseconds" | "p99Milliseconds") =>
    median(results.map((result) => result[which][time]));
  const [p99Few, p99Many] = [of("base", "p99Milliseconds"), of("own", "p99Milliseconds")];
  return {
    call,
    p50_ms_few: of("base", "p50Milliseconds"),
    p50_ms_many: of("own", "p50Milliseconds"),
    p99_ms_few: p99Few,
    p99_ms_many: p99Many,
    // The load counts whole milliseconds; below one there is nothing left to compare.
    p99_ratio: Number((Math.max(1, p99Many) / Math.max(1, p99Few)).toFixed(2)),
    failures: results.reduce((sum, { base, own }) => sum + base.failures + own.failures, 0),
  };
}
