import { chmodSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { openDatabase } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { inDatabase, urlOf } from "./database-name.ts";
import { florin, startService } from "./service.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "florin-backup-"));
chmodSync(root, 0o755);
onTestFileEnd(() => rmSync(root, { recursive: true, force: true }));
const at = (name: string) => path.join(root, name);

/** An empty database on the operator's own server. */
async function emptyDatabase(): Promise<string | null> {
  const server = inject("server");
  if (!server) return null;
  const name = `backup_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const admin = openDatabase(server, {
    connectionsMax: 1,
    statementSecondsMax: 30,
    applicationName: "florin-test",
  });
  await admin.pool.query(`create database ${name}`);
  onTestFileEnd(async () => {
    await admin.pool.query(`drop database if exists ${name} with (force)`);
    await admin.close();
  });
  return urlOf(inDatabase(server, name));
}

async function askBalance(baseUrl: string, key: string): Promise<unknown> {
  const reply = await fetch(`${baseUrl}/v1/account/balance`, { headers: { "x-api-key": key } });
  return ((await reply.json()) as { data: unknown }).data;
}

const rowsOf = (out: string) => /[\d,]+ rows of \d+ tables/.exec(out)?.[0];

describe("a backup", () => {
  it("of a running service restores every row, moves to PostgreSQL and back, and is refused when damaged", async () => {
    const first = await startService(at("first"), ["--log-level", "silent"]);
    const key = first.ready.demo_api_key ?? "";
    for (let call = 0; call < 5; call++) {
      await fetch(`${first.ready.base_url}/v1/company_report/company_search`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: '{"isin":"US0378331005"}',
      });
    }
    await sleep(2_000);
    const saved = await florin(["--data", at("first"), "backup", at("one.florin")]);
    expect([saved.code, saved.err]).toEqual([0, ""]);
    expect(statSync(at("one.florin")).mode & 0o777).toBe(0o600);
    const balance = await askBalance(first.ready.base_url, key);
    const busy = await florin(["--data", at("first"), "move", "--to", "postgres://nobody@127.0.0.1:1/none"]);
    expect([busy.code, busy.err]).toEqual([1, expect.stringContaining("is using")]);
    first.process.kill("SIGTERM");
    await first.ended;

    const restored = await florin(["--data", at("second"), "restore", at("one.florin")]);
    expect([restored.code, restored.err]).toEqual([0, ""]);
    expect(rowsOf(restored.out)).toBe(rowsOf(saved.out));
    const second = await startService(at("second"), ["--no-demo", "--log-level", "silent"]);
    expect(await askBalance(second.ready.base_url, key)).toEqual(balance);
    second.process.kill("SIGTERM");
    await second.ended;
    expect((await florin(["--data", at("second"), "ledger", "verify"])).code).toBe(0);

    const again = await florin(["--data", at("second"), "restore", at("one.florin")]);
    expect([again.code, again.err]).toEqual([
      1,
      expect.stringContaining("This database already contains data"),
    ]);
    truncateSync(at("one.florin"), statSync(at("one.florin")).size - 10_000);
    const cut = await florin(["--data", at("third"), "restore", at("one.florin")]);
    expect(cut.code).toBe(1);
    writeFileSync(at("rubbish"), "not a backup");
    expect((await florin(["--data", at("third"), "restore", at("rubbish")])).code).toBe(1);
    // A failed restore leaves an empty database, which accepts a complete backup.
    const whole = await florin(["--data", at("second"), "backup", at("two.florin")]);
    expect((await florin(["--data", at("third"), "restore", at("two.florin")])).code).toBe(0);
    expect(whole.code).toBe(0);
  });

  it("moves from the embedded database to a server, and back into an embedded one", async () => {
    const target = await emptyDatabase();
    if (target === null) return;
    const moved = await florin(["--data", at("second"), "move", "--to", target]);
    expect([moved.code, moved.err]).toEqual([0, ""]);
    const twice = await florin(["--data", at("second"), "move", "--to", target]);
    expect([twice.code, twice.err]).toEqual([
      1,
      expect.stringContaining("This database already contains data"),
    ]);
    const saved = await florin([
      "--data",
      at("second"),
      "--database-url",
      target,
      "backup",
      at("three.florin"),
    ]);
    const back = await florin(["--data", at("fourth"), "restore", at("three.florin")]);
    expect([back.code, back.err]).toEqual([0, ""]);
    expect([rowsOf(saved.out), rowsOf(back.out)]).toEqual([rowsOf(moved.out), rowsOf(moved.out)]);
    const verified = await florin(["--database-url", target, "ledger", "verify"]);
    expect(verified.code).toBe(0);
    const pending = await florin(["--database-url", target, "db", "migrate", "--dry-run"]);
    expect(pending.out).toContain("up to date");
  });
});
