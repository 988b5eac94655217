import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
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
 * Scenarios that do not apply, and why. This surface keeps nothing between requests, so that any node can answer the next:
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
      sessionId: null,
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

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

/** The suite writes the checks of each scenario to a folder that is named after it and the time. */
function readChecks(folder: string): Map<string, Check[]> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const named = files.flatMap((file) => {
    const name = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z\Wchecks\.json$/.exec(file)?.[1];
    return name ? [[name, JSON.parse(readFileSync(path.join(folder, file), "utf8"))] as const] : [];
  });
  return new Map(named);
}

describe.each(["2025-06-18", "2025-11-25", "2026-07-28"])(
  "the MCP conformance suite, %s",
  { timeout: 120_000 },
  (revision) => {
    it("passes every server scenario that applies", async () => {
      const folder = mkdtempSync(path.join(os.tmpdir(), "florin-conformance-"));
      onTestFileEnd(() => rmSync(folder, { recursive: true, force: true }));
      const options = ["--url", address, "--suite", "all", "--spec-version", revision, "-o", folder];
      // It exits with an error when any scenario fails, also one that does not apply.
      await promisify(execFile)(process.execPath, [SUITE, "server", ...options], { cwd: folder }).catch(
        () => undefined,
      );
      const checks = readChecks(folder);
      const isApplicable = (name: string) => !(name in NOT_APPLICABLE);
      expect([...checks.keys()].filter(isApplicable).sort()).toEqual(
        (await listScenarios(revision)).filter(isApplicable).sort(),
      );
      const failures = [...checks].flatMap(([name, found]) =>
        found
          .filter(({ status }) => isApplicable(name) && status === "FAILURE")
          .map(({ id, errorMessage }) => `${name}: ${id}: ${errorMessage}`),
      );
      expect(failures).toEqual([]);
    });
  },
);
