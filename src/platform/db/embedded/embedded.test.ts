import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { onTestFileEnd } from "../../../../test/cleanup.ts";
import { openDatabase } from "../database.ts";
import { openForCommand } from "../open-data.ts";
import { lockFolder } from "./folder-lock.ts";
import { joinEmbedded, startEmbedded } from "./index.ts";
import { findRunningServer } from "./process.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "florin-embedded-"));
// As root, the server's user must be able to get in; that it otherwise goes elsewhere is a test of its own.
chmodSync(root, 0o755);
onTestFileEnd(() => rmSync(root, { recursive: true, force: true }));

const folderFor = (name: string) => path.join(root, name);
const options = { connectionsMax: 2, statementSecondsMax: 30, applicationName: "test" };

describe("the embedded server", () => {
  it("starts in a folder with spaces, keeps committed data, and stops with the service", async () => {
    const folder = folderFor("with some spaces");
    const first = await startEmbedded(folder);
    const db = openDatabase(first.address, options);
    await db`create table kept (n int)`;
    await db`insert into kept values (7)`;
    await db.close();
    await first.stop();
    expect(findRunningServer(path.join(folder, "postgres"))).toBeNull();

    const second = await startEmbedded(folder);
    const again = openDatabase(second.address, options);
    expect(await again`select n from kept`).toEqual([{ n: 7 }]);
    await again.close();
    await second.stop();
  });

  it("listens on no TCP port and never runs as root", async () => {
    const server = await startEmbedded(folderFor("quiet"));
    const db = openDatabase(server.address, options);
    expect(await db`show listen_addresses`).toEqual([{ listen_addresses: "" }]);
    const pid = requireServer(folderFor("quiet"));
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    expect(status).not.toMatch(/^Uid:\s+0\s/m);
    await db.close();
    await server.stop();
  });

  it("refuses a second service on the same folder but lets commands connect to the first", async () => {
    const folder = folderFor("shared");
    expect(await joinEmbedded(folder)).toBeNull();
    const server = await startEmbedded(folder);
    await expect(startEmbedded(folder)).rejects.toThrow(/Another Florin \(process \d+\) is using/);
    const address = await joinEmbedded(folder);
    expect(address).toEqual(server.address);
    await server.stop();
    expect(await joinEmbedded(folder)).toBeNull();
  });

  it("lets a command connect that has another folder for temporary files", async () => {
    const folder = folderFor("other-temporary-folder");
    const server = await startEmbedded(folder);
    vi.stubEnv("TMPDIR", root);
    expect(await joinEmbedded(folder)).toEqual(server.address);
    vi.unstubAllEnvs();
    await server.stop();
  });

  it("asks a command that runs while the service starts to try again", async () => {
    const folder = folderFor("starting");
    mkdirSync(folder);
    const place = { databaseUrl: undefined, dataFolder: folder, options, notice: () => {} };
    await expect(openForCommand(place)).rejects.toThrow("There is no Florin data in");
    const lock = await lockFolder(folder);
    await expect(openForCommand(place)).rejects.toThrow(
      /^Florin is just starting or stopping on .*Try again/,
    );
    if ("release" in lock) lock.release();
  });

  // A power cut in the middle of initdb leaves files, but never a folder by the cluster's name.
  it("starts over after an interrupted initdb", async () => {
    const folder = folderFor("cut");
    mkdirSync(path.join(folder, "postgres.partial", "base"), { recursive: true });
    writeFileSync(path.join(folder, "postgres.partial", "PG_VERSION"), "18\n");
    const server = await startEmbedded(folder);
    expect(existsSync(path.join(folder, "postgres.partial"))).toBe(false);
    await server.stop();
  });

  it("recovers all data when the database process is killed", async () => {
    const folder = folderFor("killed");
    const server = await startEmbedded(folder);
    const db = openDatabase(server.address, options);
    await db`create table kept (n int)`;
    await db`insert into kept values (1)`;
    process.kill(requireServer(folder), "SIGKILL");
    const rows = await retry(() => db<{ n: number }>`select n from kept`.then());
    expect(rows).toEqual([{ n: 1 }]);
    await db.close();
    await server.stop();
  });

  it("stops when its service is killed, so that the next one can start", async () => {
    const folder = folderFor("orphan");
    const script = `import { startEmbedded } from ${JSON.stringify(new URL("./index.ts", import.meta.url).href)};
      await startEmbedded(${JSON.stringify(folder)}); console.log("up"); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.kill("SIGKILL");
    const server = await startEmbedded(folder);
    expect(server.address).toBeDefined();
    await server.stop();
  });

  it.runIf(process.getuid?.() === 0)(
    "keeps the cluster elsewhere when its user cannot enter the folder",
    async () => {
      const folder = folderFor("closed");
      mkdirSync(folder, { mode: 0o700 });
      const server = await startEmbedded(folder);
      expect(server.elsewhere).toMatch(/^\/var\/lib\/florin\//);
      expect(await joinEmbedded(folder)).toEqual(server.address);
      await server.stop();
      rmSync(server.elsewhere ?? "", { recursive: true });
    },
  );

  it("ends a database that hangs during shutdown", async () => {
    const script = readFileSync(new URL("./watchdog.sh", import.meta.url), "utf8");
    const started = folderFor("hanging-database-started");
    const hanging = [
      process.execPath,
      "-e",
      "process.on('SIGINT', () => {}); process.on('SIGQUIT', () => process.exit(7)); setInterval(() => {}, 1e6);" +
        `require('node:fs').writeFileSync(${JSON.stringify(started)}, '')`,
    ];
    const child = spawn("/bin/sh", ["-c", script, "florin-db", ...hanging], {
      stdio: ["pipe", "ignore", "ignore"],
      env: { PATH: "/usr/bin:/bin", GRACE_SECONDS: "2" },
    });
    const code = new Promise((resolve) => child.once("exit", resolve));
    await expect.poll(() => existsSync(started)).toBe(true);
    child.stdin?.destroy();
    expect(await code).toBe(7);
  });

  it("reports a read-only folder in one sentence", async () => {
    const file = folderFor("a-file");
    writeFileSync(file, "");
    await expect(startEmbedded(path.join(file, "data"))).rejects.toThrow(
      /The data folder .* cannot be written \(\w+\)\. Choose another/,
    );
  });

  it.runIf(process.getuid?.() === 0 && process.platform === "linux")(
    "reports a full disk in one sentence",
    async () => {
      const folder = folderFor("full");
      mkdirSync(folder);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]);
      try {
        await expect(startEmbedded(folder)).rejects.toThrow(
          /embedded database could not be created: .*No space left/,
        );
      } finally {
        execFileSync("umount", [folder]);
      }
    },
  );
});

/** Never falls back to 0 or -1, which would signal this whole test run. */
function requireServer(folder: string): number {
  const pid = findRunningServer(path.join(folder, "postgres"))?.pid ?? null;
  if (pid === null) throw new Error(`no server runs on ${folder}`);
  return pid;
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt > 100) throw error;
      await sleep(100);
    }
  }
}
