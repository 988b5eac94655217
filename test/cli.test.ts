import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { onTestFileEnd } from "./cleanup.ts";
import { florin, startService } from "./service.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "florin-cli-"));
chmodSync(root, 0o755);
onTestFileEnd(() => rmSync(root, { recursive: true, force: true }));
const folder = path.join(root, "data");
const cli = (...args: string[]) => florin(["--data", folder, ...args]);

/** Processor time of a process, which a busy machine affects less than elapsed time. */
function processorTicks(pid = 0): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1] ?? "";
  const [user, system] = afterName.split(" ").slice(11, 13);
  return Number(user) + Number(system);
}

describe("the command line", () => {
  it("prints its help", async () => {
    const { code, out } = await florin(["--help"]);
    expect(code).toBe(0);
    for (const command of ["serve", "accounts", "keys", "credits", "ledger", "db"])
      expect(out).toContain(command);
  });

  it("refuses an invalid value in one sentence and exits with 1", async () => {
    for (const args of [
      ["serve", "--port", "many"],
      ["keys", "create", "x", "--scopes", "world:rule"],
    ]) {
      const { code, err } = await cli(...args);
      expect(code).toBe(1);
      expect(err.trim().split("\n")).toHaveLength(1);
      expect(err).toMatch(/^florin: /);
    }
  });

  it("prints a first command that works when pasted; the second start is quick and prints no secret", async () => {
    const first = await startService(folder);
    const firstTicks = processorTicks(first.process.pid);
    const { ready } = first;
    expect(ready).toEqual({
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      docs_url: `${ready.base_url}/docs`,
      console_url: `${ready.base_url}/console/`,
      mcp_url: `${ready.base_url}/mcp`,
      demo_api_key: expect.stringMatching(/^flr_live_/),
      set_up_url: expect.stringContaining(`${ready.base_url}/set-up/`),
      pid: first.process.pid,
    });
    const findCurl = () =>
      first
        .output()
        .split("\n")
        .find((text) => text.startsWith("curl "));
    await expect.poll(findCurl).toBeDefined();
    const line = findCurl() ?? "";
    const { execFileSync } = await import("node:child_process");
    const reply = JSON.parse(execFileSync("sh", ["-c", line], { encoding: "utf8" }));
    expect(reply.status_code).toBe(200);
    expect(reply.data.length).toBeGreaterThan(0);
    first.process.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect(statSync(path.join(folder, "demo-api-key")).mode & 0o077).toBe(0);

    const second = await startService(folder);
    expect(processorTicks(second.process.pid)).toBeLessThan(firstTicks * 0.8);
    expect(second.output()).not.toContain("flr_live_");
    expect(second.output()).not.toContain("loading");
    expect(second.ready.demo_api_key).toBe(ready.demo_api_key);

    // Commands join the running service through its socket.
    expect((await cli("accounts", "create", "Second")).out).toMatch(/^acc_/);
    expect((await cli("keys", "list")).err).toContain("choose one with --account");
    expect((await cli("credits", "grant", "50", "--account", "Second")).out).toContain("50 credits");
    const made = await cli("keys", "create", "robot", "--account", "Second", "--scopes", "account:read");
    const key = /flr_live_\w+/.exec(made.out)?.[0] ?? "";
    const balance = await fetch(`${second.ready.base_url}/v1/account/balance`, {
      headers: { "x-api-key": key },
    });
    expect(await balance.json()).toMatchObject({ data: { available: 50 } });
    expect((await cli("keys", "list", "--account", "Second")).out).toContain("robot");
    await checkCalls(second.ready.base_url, second.ready.demo_api_key ?? "");
    expect((await cli("db", "status")).out).toContain("up to date");
    expect((await cli("ledger", "verify")).out).toContain("valid");
    const refused = await florin(["serve", "--data", folder, "--port", "0"]);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/^florin: Another Florin \(process \d+\)/),
    ]);
    second.process.kill("SIGTERM");
    expect(await second.ended).toBe(0);
  });

  it("works on the database when no service runs", async () => {
    expect((await cli("ledger", "verify")).out).toContain("The ledger is valid");
  });
});

/** `florin call` offers every operation of the running service. */
async function checkCalls(url: string, key: string): Promise<void> {
  const call = (...args: string[]) => florin(["call", ...args, "--url", url, "--key", key]);
  const listed = (await florin(["call", "--url", url])).out;
  expect(listed).toMatch(/companies\.search +Look up/);
  expect(listed).toMatch(/agents\.run_status/);
  const found = await call("companies.search", "--ticker", "SIE");
  expect(JSON.parse(found.out)).toEqual([expect.objectContaining({ svc_entity_id: "ent_nmgyao6s5zlq" })]);
  const csv = (await call("companies.search", "--input", '{"ticker":"SIE"}', "--format", "csv")).out;
  expect(csv.split("\n")[0]).toMatch(/^svc_entity_id,name,/);
  const table = await call("reports.search", "--query", "annual 2024", "--limit", "2", "--format", "table");
  expect(table.out).toMatch(/report_id +svc_entity_id/);
  const file = "demo/fictional/reports/pelorine-annual-report-2024.pdf";
  const uploaded = await call("reports.upload", "--title", "Mine", "--file", file);
  const { report_id } = JSON.parse(uploaded.out) as { report_id: string };
  expect((await call("reports.delete", "--report-id", report_id)).code).toBe(0);
  expect((await call("companies.search", "--help")).out).toContain("--ticker <string>");
  expect((await call("companies.find")).err).toMatch(/^florin: Unknown operation companies\.find\./);
  expect((await florin(["call", "account.balance", "--url", url])).err).toMatch(/^florin: Unauthorized/);
}
