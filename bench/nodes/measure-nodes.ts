import { synthesizeCompanies } from "../companies/synthesize.ts";
import type { LaunchedService } from "../service/launch-service.ts";
import { applyLoad, makeLoad } from "../service/load.ts";
import { median } from "../service/statistics.ts";
import { machineSeconds, processorSeconds, type Share } from "./processor.ts";

export const CONNECTIONS_PER_NODE = 32;
export const SEARCH = "/v1/company_report/company_search";

export interface ApiNode extends LaunchedService {
  share: Share | null;
}

export interface Measured {
  requestsPerSecond: number;
  p99Milliseconds: number;
  failures: number;
  /** Cores used while it was measured. */
  cores: { nodes: number; database: number; load: number; machine: number };
}

/** `keys`: the account that pays at each node; the same for all, or one each. */
export async function measure(
  nodes: readonly ApiNode[],
  keys: readonly string[],
  { databasePid, seconds }: { databasePid: number; seconds: number },
): Promise<Measured> {
  const samples = [...synthesizeCompanies(2_000)].flatMap(({ securities }) => securities ?? []);
  let turn = 0;
  const nextInput = () => ({ isin: samples[turn++ % samples.length]?.isin ?? "US0000000000" });
  const used = () => ({
    nodes: nodes.reduce((sum, { pid }) => sum + processorSeconds(pid), 0),
    database: processorSeconds(databasePid),
    load: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    machine: machineSeconds(),
  });
  const before = used();
  const startedAt = performance.now();
  const results = await Promise.all(
    nodes.map(({ url }, index) =>
      applyLoad(
        makeLoad({ url, key: keys[index % keys.length] ?? "" }, SEARCH, nextInput),
        seconds,
        CONNECTIONS_PER_NODE,
      ),
    ),
  );
  const elapsed = (performance.now() - startedAt) / 1_000;
  const after = used();
  const cores = (part: keyof typeof before) => Number(((after[part] - before[part]) / elapsed).toFixed(2));
  return {
    requestsPerSecond: results.reduce((sum, one) => sum + one.requestsPerSecond, 0),
    p99Milliseconds: Math.max(...results.map((one) => one.p99Milliseconds)),
    failures: results.reduce((sum, one) => sum + one.failures, 0),
    cores: {
      nodes: cores("nodes"),
      database: cores("database"),
      load: cores("load"),
      machine: cores("machine"),
    },
  };
}

export function summarize(byNodes: Measured[][]): object[] {
  const perSecond = byNodes.map((list) => median(list.map((one) => one.requestsPerSecond)));
  return byNodes.map((list, index) => ({
    nodes: index + 1,
    requests_per_second: Math.round(perSecond[index] ?? 0),
    times_one_node: Number(((perSecond[index] ?? 0) / (perSecond[0] ?? 1)).toFixed(2)),
    p99_ms: median(list.map((one) => one.p99Milliseconds)),
    failures: list.reduce((sum, one) => sum + one.failures, 0),
    cores_of_nodes: median(list.map(({ cores }) => cores.nodes)),
    cores_of_database: median(list.map(({ cores }) => cores.database)),
    cores_of_load: median(list.map(({ cores }) => cores.load)),
    // Whatever else runs here: another program's work is not to be taken for a limit of ours.
    cores_of_others: Number(
      median(list.map(({ cores }) => cores.machine - cores.nodes - cores.database - cores.load)).toFixed(2),
    ),
  }));
}
