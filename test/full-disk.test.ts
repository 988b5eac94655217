import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { createAccount } from "../src/features/accounts/index.ts";
import { grantCredits } from "../src/features/credits/index.ts";
import { joinEmbedded } from "../src/platform/db/embedded/index.ts";
import { type Database, openDatabase } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { startService } from "./service.ts";

const REPORT = "demo/fictional/reports/tessandral-annual-report-2023.pdf";
const ROOM_FOR_UPLOAD_BYTES = 4_000_000;
/** Enough for the database, but not for the digest of the file. */
const ROOM_FOR_READING_BYTES = 60_000;
const PIECE_BYTES = 4_096;

const canMount = process.getuid?.() === 0 && process.platform === "linux";

it.runIf(canMount)(
  "survives a disk that fills while a report is read, reports that it is not ready, and recovers",
  async () => {
    const folder = mountSmallDisk();
    const service = await startService(folder, ["--no-demo", "--log-level", "silent"]);
    onTestFileEnd(() => void service.process.kill("SIGKILL"));
    const { base_url } = service.ready;
    const key = await createPayingKey(folder);
    const pdf = readFileSync(REPORT);
    const ballast = path.join(folder, "ballast");
    fillDisk(ballast, { keepBytes: ROOM_FOR_UPLOAD_BYTES });
    const reportId = await upload(base_url, key, pdf);
    fillDisk(ballast, { keepBytes: ROOM_FOR_READING_BYTES });

    // Whatever the failed reading frees is taken too: then nothing can be written at all.
    const readiness = async () => {
      if ((await stateOf(base_url, key, reportId)) !== "waiting") fillDisk(ballast, { keepBytes: 0 });
      return fetch(`${base_url}/readyz`).then(({ status }) => status);
    };
    await expect.poll(readiness).toBe(503);
    expect((await fetch(`${base_url}/healthz`)).status).toBe(200);

    rmSync(ballast);
    await expect.poll(() => fetch(`${base_url}/readyz`).then(({ status }) => status)).toBe(200);
    await expect.poll(() => stateOf(base_url, key, reportId)).toBe("ready");
    expect(service.process.exitCode).toBeNull();
    service.process.kill("SIGTERM");
    expect(await service.ended).toBe(0);
  },
);

function mountSmallDisk(): string {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), "florin-full-")), "data");
  mkdirSync(folder);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=300m,mode=755", "tmpfs", folder]);
  onTestFileEnd(() => {
    execFileSync("umount", ["--lazy", folder]);
    rmSync(path.dirname(folder), { recursive: true, force: true });
  });
  return folder;
}

function fillDisk(file: string, { keepBytes }: { keepBytes: number }): void {
  const handle = openSync(file, "a");
  const piece = Buffer.alloc(PIECE_BYTES);
  try {
    const { bavail, bsize } = statfsSync(file);
    for (let left = bavail * bsize - keepBytes; left > 0; left -= PIECE_BYTES) writeSync(handle, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(handle);
  }
}

async function createPayingKey(folder: string): Promise<string> {
  return onDatabase(folder, async (db) => {
    const accountId = await createAccount(db, "Test");
    await grantCredits(db, accountId, 1_000);
    return (await createKey(db, { accountId, name: "Test key" })).key;
  });
}

async function onDatabase<T>(folder: string, work: (db: Database) => Promise<T>): Promise<T> {
  const address = await joinEmbedded(folder);
  if (!address) throw new Error("the service's database is not running");
  const db = openDatabase(address, { connectionsMax: 1, statementSecondsMax: 30, applicationName: "test" });
  return work(db).finally(() => db.close());
}

async function upload(baseUrl: string, key: string, pdf: Buffer): Promise<string> {
  const body = new FormData();
  body.set("title", "Annual report");
  body.set("file", new Blob([new Uint8Array(pdf)]), "report.pdf");
  const headers = { "x-api-key": key };
  const reply = await fetch(`${baseUrl}/v1/company_report/upload`, { method: "POST", headers, body });
  const { data } = (await reply.json()) as { data: { report_id: string } };
  expect(reply.status).toBe(200);
  return data.report_id;
}

/** Null while the service cannot say. */
async function stateOf(baseUrl: string, key: string, reportId: string): Promise<string | null> {
  const address = `${baseUrl}/v1/company_report/certificate?report_id=${reportId}`;
  const reply = await fetch(address, { headers: { "x-api-key": key } });
  const { data } = (await reply.json()) as { data: { digest_state?: string } | null };
  return data?.digest_state ?? null;
}
