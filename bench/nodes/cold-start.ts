import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { databasePid, end, launchService } from "../service/launch-service.ts";
import { residentMegabytes } from "../service/process-memory.ts";
import { median } from "../service/statistics.ts";

interface Start {
  seconds: number;
  megabytes: number;
  databaseMegabytes?: number;
}

/** From the start of the process to the first answer: an empty folder, the same folder again, and a bare server. */
export async function measureColdStarts(rounds: number) {
  const starts: Record<string, Start[]> = { bare: [], empty: [], empty_with_demo: [], again: [] };
  for (let round = 0; round < rounds; round++) {
    const root = mkdtempSync(path.join(os.tmpdir(), "florin-cold-"));
    chmodSync(root, 0o755);
    try {
      starts["bare"]?.push(await startBare());
      starts["empty"]?.push(await startFlorin(path.join(root, "plain"), ["--no-demo"]));
      starts["again"]?.push(await startFlorin(path.join(root, "plain"), ["--no-demo"]));
      starts["empty_with_demo"]?.push(await startFlorin(path.join(root, "demo"), []));
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
  const bare = median((starts["bare"] ?? []).map(({ seconds }) => seconds));
  return Object.fromEntries(
    Object.entries(starts).map(([name, list]) => {
      const seconds = median(list.map((start) => start.seconds));
      return [
        name,
        {
          seconds: Number(seconds.toFixed(2)),
          times_bare: Number((seconds / bare).toFixed(1)),
          rss_megabytes: median(list.map(({ megabytes }) => megabytes)),
          database_rss_megabytes: median(list.map(({ databaseMegabytes = 0 }) => databaseMegabytes)),
        },
      ];
    }),
  );
}

async function startBare(): Promise<Start> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["bench/service/bare-server.ts", "{}"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = (await once(child.stdout, "data")) as [Buffer];
  await (await fetch(url.toString().trim(), { method: "POST" })).text();
  const seconds = (performance.now() - startedAt) / 1_000;
  const megabytes = residentMegabytes(child.pid ?? 0);
  await end(child);
  return { seconds, megabytes };
}

async function startFlorin(data: string, options: string[]): Promise<Start> {
  const startedAt = performance.now();
  const line = ["--data", data, ...options, "--log-level", "error"];
  const service = await launchService(`${data}.ready`, line, process.env);
  // Reads the catalog and asks the database, as a first caller would.
  for (const url of ["/v1/constant/countries", "/readyz"]) await (await fetch(service.url + url)).text();
  const start = {
    seconds: (performance.now() - startedAt) / 1_000,
    megabytes: residentMegabytes(service.pid),
    databaseMegabytes: residentMegabytes(databasePid(data)),
  };
  await service.stop();
  return start;
}
