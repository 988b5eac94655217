import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { childPids } from "./cpu.ts";
import { LIMITS, listPdfs, openReader } from "./documents.ts";

export interface HostileFigures {
  files: number;
  outcomes: Record<string, number>;
  pagesRead: number;
  pagesFailed: number;
  secondsMax: number;
  pastLimit: number;
  memoryMegabytesPeak: number;
  healthMillisecondsMax: number;
  childrenLeft: number;
}

const HEALTH_EVERY_MILLISECONDS = 20;

/** Reads every damaged file while a small server in the same process is asked, again and again, if it is well. */
export async function readHostile(folder: string): Promise<HostileFigures> {
  const reader = openReader(2);
  const health = await watchHealth();
  const figures: HostileFigures = {
    files: 0,
    outcomes: {},
    pagesRead: 0,
    pagesFailed: 0,
    secondsMax: 0,
    pastLimit: 0,
    memoryMegabytesPeak: 0,
    healthMillisecondsMax: 0,
    childrenLeft: 0,
  };
  await Promise.all(
    listPdfs(folder).map(async (file) => {
      const reading = await reader.read(file);
      const outcome = reading.outcome === "ok" ? "ok" : reading.reason;
      figures.files += 1;
      figures.outcomes[outcome] = (figures.outcomes[outcome] ?? 0) + 1;
      figures.pagesRead += reading.pagesRead;
      figures.pagesFailed += reading.failedPages.length;
      figures.memoryMegabytesPeak = Math.max(figures.memoryMegabytesPeak, reading.memoryMegabytesPeak);
      figures.secondsMax = Math.max(figures.secondsMax, reading.seconds);
    }),
  );
  figures.healthMillisecondsMax = await health.stop();
  await reader.close();
  figures.childrenLeft = childPids().length;
  figures.pastLimit = figures.secondsMax > LIMITS.cpuSecondsMax + 5 ? 1 : 0;
  return figures;
}

async function watchHealth(): Promise<{ stop: () => Promise<number> }> {
  const server = createServer((_request, response) => response.end("ok"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  let slowest = 0;
  let stopped = false;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const askedAt = performance.now();
      get({ port, host: "127.0.0.1", path: "/healthz" }, (response) => {
        response.resume();
        response.once("end", () => {
          slowest = Math.max(slowest, performance.now() - askedAt);
          resolve();
        });
      }).once("error", reject);
    });
  const asking = (async () => {
    while (!stopped) {
      await ask();
      await new Promise((resolve) => setTimeout(resolve, HEALTH_EVERY_MILLISECONDS));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await asking;
      server.close();
      return slowest;
    },
  };
}
