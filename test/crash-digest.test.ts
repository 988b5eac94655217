import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { joinEmbedded } from "../src/platform/db/embedded/index.ts";
import { type Database, openDatabase } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { type Service, startService } from "./service.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "florin-digest-"));
chmodSync(root, 0o755);
onTestFileEnd(() => rmSync(root, { recursive: true, force: true }));
const folder = path.join(root, "data");

const KILLS = 10;
const REPORTS_MIN = 20;

async function upload({ ready }: Service, index: number, pdf: Buffer): Promise<void> {
  const form = new FormData();
  form.set("title", `Copy ${index}`);
  // A comment after the end changes the file and its hash, but not its content.
  form.set("file", new Blob([Buffer.concat([pdf, Buffer.from(`\n% ${index}\n`)])]), "copy.pdf");
  const headers = { "x-api-key": ready.demo_api_key ?? "" };
  const url = `${ready.base_url}/v1/company_report/upload`;
  const send = async () => (await fetch(url, { method: "POST", headers, body: form })).status;
  // Uploads are rate-limited: one that is refused is sent again.
  await expect.poll(send, { interval: 200 }).toBe(200);
}

async function joinDatabase(): Promise<Database> {
  const address = await joinEmbedded(folder);
  if (!address) throw new Error("the service's database is not running");
  return openDatabase(address, {
    connectionsMax: 1,
    statementSecondsMax: 30,
    applicationName: "florin-test",
  });
}

describe("a digest", () => {
  it(`of ${REPORTS_MIN} reports survives ${KILLS} kills with every report complete, once, and no leftover file`, async () => {
    let service = await startService(folder, ["--log-level", "silent"]);
    const reports = JSON.parse(readFileSync("demo/fictional/reports.json", "utf8")) as {
      file: string;
      page_count: number;
    }[];
    const shortest = reports.reduce((a, b) => (b.page_count < a.page_count ? b : a));
    const pdf = readFileSync(path.join("demo/fictional", shortest.file));
    for (let index = reports.length; index < REPORTS_MIN; index++) {
      await upload(service, index, pdf);
    }
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(300 + Math.random() * 1_500);
      service.process.kill("SIGKILL");
      await service.ended;
      service = await startService(folder, ["--log-level", "silent"]);
    }
    const db = await joinDatabase();
    const count = async () =>
      (await db`select count(*) as done from report where digest_state = 'ready'`)[0]?.["done"];
    while ((await count()) !== REPORTS_MIN) await sleep(500);

    const rows = await db<{
      pages: number;
      chunks: number;
      kept: number;
      last: number;
      vectors: number;
      complete: boolean;
    }>`
      select (certificate ->> 'pages_read')::int as pages, (certificate ->> 'chunks')::int as chunks,
             (certificate ->> 'complete')::boolean as complete, count(chunk_index) as kept,
             max(chunk_index) + 1 as last, count(vector) as vectors
      from report join report_chunk using (report_id) group by report_id`;
    expect(rows).toHaveLength(REPORTS_MIN);
    for (const { chunks, kept, last, vectors, complete } of rows) {
      expect([kept, last, vectors, complete]).toEqual([chunks, chunks, chunks, true]);
    }
    const referenced = await db<{ sha256: string }>`
      select file_sha256 as sha256 from report union select extract_sha256 from report
      union select embedding_sha256 from report
      union select content_sha256 from agent_artifact where agent_type = 'report'`;
    await db.close();
    service.process.kill("SIGTERM");
    await service.ended;
    const stored = readdirSync(path.join(folder, "files", "objects"), {
      recursive: true,
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
    expect(stored.sort()).toEqual(referenced.map(({ sha256 }) => sha256).sort());
  });
});
