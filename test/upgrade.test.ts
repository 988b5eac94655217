import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { grantCredits } from "../src/features/credits/index.ts";
import { listPending, openDatabase, readMigrations, startEmbedded } from "../src/platform/db/index.ts";
import { migrate } from "../src/platform/db/migrate.ts";
import { upgradeData } from "../src/upgrade-data.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabase } from "./database.ts";
import { OLD_DATA, unpackOldData } from "./old-data-folder.ts";
import { florin, startService } from "./service.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "florin-upgrade-"));
chmodSync(root, 0o755);
onTestFileEnd(() => rmSync(root, { recursive: true, force: true }));
const folder = unpackOldData(root);
const backups = path.join(folder, "backups");
const migrations = readMigrations("migrations");

async function call(baseUrl: string, route: string, body?: object): Promise<Record<string, unknown>> {
  const reply = await fetch(`${baseUrl}${route}`, {
    method: body ? "POST" : "GET",
    headers: { "x-api-key": OLD_DATA.key, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return ((await reply.json()) as { data: Record<string, unknown> }).data;
}

describe("a data folder of version 0.1.0", () => {
  it("is saved, migrated and verified at the first start, and keeps its balance, companies and reports", async () => {
    const service = await startService(folder, ["--no-demo"]);
    const { base_url } = service.ready;
    expect(service.output()).toContain(`saved the database to ${backups}`);
    expect(await call(base_url, "/v1/account/balance")).toEqual(OLD_DATA.balance);
    const { reportId, question, answer } = OLD_DATA;
    const answered = await call(base_url, "/v1/chat/chat_report", { report_id: reportId, question });
    expect(answered.answer).toContain(answer);
    const found = await call(base_url, "/v1/company_report/company_search", { name: "Fernweald Foods" });
    expect(found).toMatchObject([{ name: "Fernweald Foods AG" }]);
    service.process.kill("SIGTERM");
    await service.ended;
    expect((await florin(["--data", folder, "ledger", "verify"])).code).toBe(0);
    expect((await florin(["--data", folder, "db", "status"])).out).toContain("up to date");
    expect(readdirSync(backups)).toHaveLength(1);
  });

  it("is restored from the backup that was made before the upgrade", async () => {
    const [name = ""] = readdirSync(backups);
    const saved = path.join(backups, name);
    expect(statSync(saved).mode & 0o777).toBe(0o600);
    const restored = path.join(root, "restored");
    const { code, err } = await florin(["--data", restored, "restore", saved]);
    expect([code, err]).toEqual([0, ""]);
    expect((await florin(["--data", restored, "db", "status"])).out).toContain("0350_");
    expect((await florin(["--data", restored, "db", "migrate"])).out).toContain("Applied: ");
    expect((await florin(["--data", restored, "ledger", "verify"])).code).toBe(0);
  });

  it("is refused in one sentence when a newer version has used it", async () => {
    const server = await startEmbedded(folder);
    const limits = { connectionsMax: 1, statementSecondsMax: 30, applicationName: "florin-test" };
    const db = openDatabase(server.address, limits);
    await db`insert into schema_migration (name) values ('9999_from_the_future')`;
    await db.close();
    await server.stop();
    const { code, err } = await florin(["serve", "--data", folder, "--port", "0"]);
    expect(code).toBe(1);
    expect(err.trim()).toMatch(/^florin: This data was last used by a newer Florin [^\n]*9999[^\n]*\.$/);
  });
});

describe("an upgrade that fails", () => {
  const known = migrations.slice(0, -3);
  const progress = () => {};

  async function usedDatabase() {
    const db = await freshDatabase(null);
    await migrate(db, known);
    await db`insert into account (id, name) values (${"acc_old"}, ${"Old team"})`;
    await grantCredits(db, "acc_old", 100);
    return db;
  }

  it("leaves the database as it was, after saving it", async () => {
    const db = await usedDatabase();
    const backupsFolder = path.join(root, "failing");
    const broken = { name: "9998_broken", text: "create table half (id int); select no_such_function();" };
    const upgrade = upgradeData(db, [...migrations, broken], { backupsFolder, progress });
    await expect(upgrade).rejects.toThrow(/^The upgrade .* failed \(.*no_such_function.*\) and was undone: /);
    const pending = await listPending(db, migrations);
    expect(pending.map(({ name }) => name)).toEqual(migrations.slice(-3).map(({ name }) => name));
    expect(readdirSync(backupsFolder)).toEqual([expect.stringMatching(/-before-[\d.]+\.florin$/)]);
  });

  it("is undone when a migration changes what the ledger says", async () => {
    const db = await usedDatabase();
    const thief = { name: "9998_thief", text: "update credit_balance set granted = 5, available = 5;" };
    const upgrade = upgradeData(db, [...migrations, thief], { backupsFolder: null, progress });
    await expect(upgrade).rejects.toThrow("the ledger changed");
    const [balance] = await db<{ available: number }>`select available from credit_balance`;
    expect(Number(balance?.available)).toBe(100);
  });

  it("refuses to begin when the database cannot be saved", async () => {
    const db = await usedDatabase();
    const upgrade = upgradeData(db, migrations, { backupsFolder: "/proc/florin", progress });
    await expect(upgrade).rejects.toThrow("could not be saved");
    expect(await listPending(db, migrations)).toHaveLength(3);
  });
});
