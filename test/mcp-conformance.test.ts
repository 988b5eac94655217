import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { buildCatalog, type Tools } from "../src/catalog.ts";
import type { Gate } from "../src/gate/index.ts";
import { ALL_SCOPES } from "../src/kernel/scopes.ts";
import { openLog } from "../src/platform/log/index.ts";
import { openMetrics } from "../src/platform/telemetry/index.ts";
import { mountMcp } from "../src/surfaces/mcp/index.ts";
import {
  createRequestStateCodec,
  extendForConformance,
} from "../src/surfaces/mcp/testing/conformance-fixture.ts";
import { buildServer } from "../src/surfaces/rest/server.ts";
import { onTestFileEnd } from "./cleanup.ts";

const SUITE = path.resolve("test/node_modules/@modelcontextprotocol/conformance/dist/index.js");

/**
 * Scenarios that do not apply, and why. This door keeps nothing between requests, so that any node can answer the next:
 * what needs a second request to reach the same process is done the 2026-07-28 way, which carries its state along.
 */
const NOT_APPLICABLE: Record<string, string> = {
  "logging-set-level": "logging is deprecated and not offered",
  "tools-call-with-logging": "logging is deprecated and not offered",
  "tools-call-sampling": "2025: a request to the client needs a session",
  "tools-call-elicitation": "2025: a request to the client needs a session",
  "elicitation-sep1034-defaults": "2025: a request to the client needs a session",
  "elicitation-sep1330-enums": "2025: a request to the client needs a session",
  "server-sse-polling": "2025: resuming a stream needs a session",
  "server-session-lifecycle": "no sessions",
  "http-custom-header-server-validation": "no tool takes an argument from a header",
  "resources-subscribe": "2025: subscriptions need a session",
  "resources-unsubscribe": "2025: subscriptions need a session",
};

const address = await startOpenEndpoint();

/** The real MCP endpoint with the suite's own tools, open without a credential because the suite has none. */
async function startOpenEndpoint(): Promise<string> {
  const log = openLog("silent");
  const stateKey = Buffer.alloc(32, 7);
  let baseUrl = "";
  const server = buildServer({ log, baseUrl: () => baseUrl, bodyBytesMax: 1_000_000, trustProxy: false });
  // The suite calls only its own tools and never reaches the gate.
  const gate = { baseUrl } as Gate;
  const codec = createRequestStateCodec<never>({
    key: stateKey,
    bind: ({ mcpReq, http }) => `${mcpReq.method} ${http?.authInfo?.clientId ?? ""}`,
  });
  await mountMcp(server, {
    operations: buildCatalog({} as Tools),
    gate,
    metrics: openMetrics(),
    log,
    version: "test",
    authenticate: async () => ({
      accountId: "acc_test",
      userId: null,
      keyId: "key_test",
      clientId: null,
      budgeted: false,
      scopes: new Set(ALL_SCOPES),
    }),
    stateKey,
    confirmAbove: 100,
    watchReady: async () => ({ close: async () => {} }),
    extend: extendForConformance(codec),
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  onTestFileEnd(() => server.close());
  const bound = server.server.address();
  baseUrl = `http://localhost:${typeof bound === "object" && bound ? bound.port : 0}`;
  gate.baseUrl = baseUrl;
  return `${baseUrl}/mcp`;
}

async function listScenarios(revision: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [SUITE, "list"]);
  const lines = stdout.split("Client scenarios")[0]?.split("\n") ?? [];
  return lines.flatMap((line) => {
    const [, name = "", revisions = ""] = /- (\S+) \[(.*)\]/.exec(line) ?? [];
    return revisions.split(",").includes(revision) ? [name] : [];
  });
}

describe.each(["2025-06-18", "2025-11-25", "2026-07-28"])(
  "the MCP conformance suite, %s",
  { timeout: 120_000 },
  (revision) => {
    it("passes every server scenario that applies", async () => {
      const folder = mkdtempSync(path.join(os.tmpdir(), "florin-conformance-"));
      onTestFileEnd(() => rmSync(folder, { recursive: true, force: true }));
      const failures: string[] = [];
      for (const scenario of (await listScenarios(revision)).filter((name) => !(name in NOT_APPLICABLE))) {
        const options = ["server", "--url", address, "--scenario", scenario, "--spec-version", revision];
        const outcome = await promisify(execFile)(process.execPath, [SUITE, ...options], {
          cwd: folder,
        }).catch((error: { stdout: string; stderr: string }) => error);
        if (outcome instanceof Error) failures.push(...faultsIn(scenario, outcome.stdout));
      }
      expect(failures).toEqual([]);
    });
  },
);

function faultsIn(scenario: string, output: string): string[] {
  const errors = output.split("\n").filter((line) => line.trim().startsWith("Error:"));
  return errors.length > 0
    ? errors.map((line) => `${scenario}: ${line.trim()}`)
    : [`${scenario}: ${output.slice(-500)}`];
}
