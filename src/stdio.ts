/** The MCP server over standard input and output, for a client on this machine. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { buildCatalog } from "./catalog.ts";
import type { Config } from "./config.ts";
import { type GateCaller, makeAuthenticate } from "./features/access/index.ts";
import { findDemoKey } from "./features/ingest/index.ts";
import { Failure } from "./kernel/errors.ts";
import { OperatorError } from "./kernel/operator-error.ts";
import { openParts } from "./parts.ts";
import { findBaseUrl } from "./places.ts";
import { type Database, ensureSecret } from "./platform/db/index.ts";
import type { Log } from "./platform/log/index.ts";
import { buildMcpServer, prepareMcp } from "./surfaces/mcp/index.ts";
import { watchCredential } from "./surfaces/watch-credential.ts";
import { VERSION } from "./version.ts";

const LOOPBACK = "127.0.0.1";

/**
 * Serves until the client closes its end or its key has ended. Calls are charged to the account of the key, as on
 * every other surface.
 */
export async function serveMcpOnStdio(
  db: Database,
  { config, log, apiKey }: { config: Config; log: Log; apiKey: string | undefined },
): Promise<void> {
  const parts = await openParts(db, { config, log, work: false });
  try {
    parts.gate.baseUrl ||= await findBaseUrl(db, config);
    const authenticate = makeKeyCheck(db, apiKey ?? findDemoKey(config.data));
    const caller = await authenticate();
    const mcp = prepareMcp({
      operations: buildCatalog(parts.tools),
      gate: parts.gate,
      metrics: parts.metrics,
      version: VERSION,
      stateKey: await ensureSecret(db, "mcp state"),
      confirmAbove: config.mcp_confirm_credits,
    });
    const from = { caller, requestId: "stdio", address: LOOPBACK, cancelled: new AbortController().signal };
    const closed = new Promise<void>((resolve) => process.stdin.once("close", resolve));
    const server = serveStdio(({ era }) => buildMcpServer(mcp, from, { announces: false, era }), {
      onerror: (error) => log.warn({ err: error }, "mcp"),
    });
    const revoked = Promise.withResolvers<void>();
    const stopWatching = watchCredential({ recheck: authenticate, endsAt: caller.endsAt }, () =>
      revoked.resolve(),
    );
    await Promise.race([closed, revoked.promise]);
    stopWatching();
    await server.close();
  } finally {
    await parts.close();
  }
}

function makeKeyCheck(db: Database, apiKey: string | undefined): () => Promise<GateCaller> {
  if (apiKey === undefined) {
    throw new OperatorError("Set a key in FLORIN_API_KEY or with --key; `florin keys create` creates one.");
  }
  const rejectAll = () => Promise.reject(new Failure("unauthorized"));
  const check = makeAuthenticate(db, { byToken: rejectAll, bySession: rejectAll });
  return () => check({ apiKey, address: LOOPBACK });
}
