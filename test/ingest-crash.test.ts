import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { synthesizeLeiCsv } from "../bench/companies/synthesize-leis.ts";
import { openDatabase } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabaseAddress } from "./database.ts";
import { urlOf } from "./database-name.ts";

const ROWS = 12_000;
const folder = mkdtempSync(path.join(os.tmpdir(), "florin-ingest-crash-"));
onTestFileEnd(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, "golden.csv");
writeFileSync(file, [...synthesizeLeiCsv(ROWS)].join(""));

async function openTarget() {
  const address = await freshDatabaseAddress();
  const db = openDatabase(address, {
    connectionsMax: 2,
    statementSecondsMax: 30,
    applicationName: "florin-test",
  });
  onTestFileEnd(() => db.close());
  const start = () =>
    spawn(
      process.execPath,
      [
        "bin/florin.mjs",
        "--data",
        folder,
        "--database-url",
        urlOf(address),
        "ingest",
        "gleif",
        file,
        "--option",
        "date=2026-01-31",
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
  const run = async () => {
    const child = start();
    const output = (await Array.fromAsync(child.stdout)).join("");
    return { output, code: child.exitCode };
  };
  const content = () => db`
    select md5(string_agg(row_hash || key || svc_entity_id, '' order by key)) as rows, count(*)::int as count
    from company_record`;
  return { db, start, run, content };
}

describe("a load that is killed", () => {
  it("resumes where it was, three times over, and ends like an undisturbed one", async () => {
    const [killed, alone] = [await openTarget(), await openTarget()];
    let reached = 0;
    for (let kill = 0; kill < 3; kill++) {
      const child = killed.start();
      const ended = new Promise((resolve) => child.once("exit", resolve));
      for (;;) {
        const [run] = await killed.db<{ position: number }>`select position from ingest_run`;
        if (run && run.position > reached) {
          reached = run.position;
          break;
        }
        await sleep(20);
      }
      child.kill("SIGKILL");
      await ended;
    }
    const [stopped] = await killed.db`select state, position from ingest_run`;
    expect(stopped).toMatchObject({ state: "running" });
    expect(reached).toBeLessThan(ROWS);
    const { output } = await killed.run();
    expect(output).toContain("resumed after row");
    await alone.run();
    expect(await killed.content()).toEqual(await alone.content());
    const runs = await killed.db`select state, position, added, changed, unchanged, rejected from ingest_run`;
    const others =
      await alone.db`select state, position, added, changed, unchanged, rejected from ingest_run`;
    expect(runs).toEqual(others);
    expect(runs[0]).toMatchObject({ state: "done", position: ROWS });
  });
});
