import pg from "pg";
import { Failure } from "../../kernel/errors.ts";
import type { Trace } from "../telemetry/index.ts";
import { copyIn, type TableShape } from "./backup/index.ts";
import { copyInto, copyOver } from "./copy.ts";
import { type CompiledStatement, type Copy, makeSql, type Runner, type Sql } from "./statement.ts";

/** Where the server is: a URL for an external server, a socket folder for the embedded one. */
export type DatabaseAddress =
  | { url: string }
  | { socketFolder: string; user: string; password: string; database: string };

export interface Database extends Sql {
  readonly pool: pg.Pool;
  /** Opens a connection for what belongs to a session: listening, and locks that outlive a transaction. */
  readonly openSession: () => pg.Client;
  /** Lets the slow-statement log and the traces observe another runner. */
  readonly watch: (run: Runner) => Runner;
  close: () => Promise<void>;
}

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

const PARSERS: Record<number, (text: string) => unknown> = {
  [INT8]: Number,
  [NUMERIC]: Number,
  // A date has no time zone; the driver's Date would shift it.
  [DATE]: (text) => text,
  [TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
};

const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && PARSERS[oid]) || pg.types.getTypeParser(oid, format as "text"),
} as unknown as pg.CustomTypesConfig; // the driver's own type demands every overload of getTypeParser

export interface DatabaseOptions {
  connectionsMax: number;
  statementSecondsMax: number;
  applicationName: string;
  /** Called for slow statements, without their values. */
  slow?: { milliseconds: number; notice: (text: string, milliseconds: number) => void } | undefined;
  /** Makes every statement a span of its request. */
  trace?: Trace | undefined;
  /** The server itself, when the address is a pooler that gives each transaction another connection. */
  directUrl?: string | undefined;
}

export function openDatabase(address: DatabaseAddress, options: DatabaseOptions): Database {
  const { connectionsMax, statementSecondsMax, applicationName, directUrl } = options;
  const shared = {
    types,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
  // A pooler refuses them: behind one they are settings of the role (docs/scaling.md).
  const ofSession = {
    statement_timeout: statementSecondsMax * 1_000,
    // JIT compilation takes longer than any of our statements runs: a news search over a million articles took ten
    // times as long.
    options: "-c jit=off",
  };
  const place = "url" in address ? { connectionString: address.url } : socketSettings(address);
  const pool = new pg.Pool({
    ...place,
    ...shared,
    ...(directUrl === undefined ? ofSession : {}),
    max: connectionsMax,
    idleTimeoutMillis: 30_000,
  });
  const direct = directUrl === undefined ? place : { connectionString: directUrl };
  const openSession = () => new pg.Client({ ...direct, ...shared, ...ofSession });
  // A broken idle connection is replaced at the next use; without a listener it would end the process.
  pool.on("error", () => {});
  // The same for one in use: its user gets the error of the failing statement.
  pool.on("connect", (client) => client.on("error", () => {}));
  const { slow, trace } = options;
  const watch = (plain: Runner) => {
    const runner = directUrl === undefined ? plain : withoutNames(plain);
    const traced = trace ? traceEach(runner, trace) : runner;
    return slow ? watchSlow(traced, slow) : traced;
  };
  const run = watch((statement) => runOn(pool, statement));
  const copy: Copy = (target, rows) => copyInto({ pool }, target, rows);
  return Object.assign(makeSql(run, copy), { pool, openSession, watch, close: () => pool.end() });
}

/** A statement that one connection has prepared is unknown to the next one. */
function withoutNames(run: Runner): Runner {
  return ({ text, values }) => run({ text, values });
}

/** Only the text, never the values. */
function traceEach(run: Runner, trace: Trace): Runner {
  return (statement) => {
    const text = statement.text.trim();
    const facts = { "db.system.name": "postgresql", "db.query.text": text };
    const name = `SQL ${/^\w+/.exec(text)?.[0].toLowerCase() ?? ""}`;
    return trace({ name, outside: true, facts }, () => run(statement));
  };
}

/** Measured from the request, so that waiting for a connection shows too. */
function watchSlow(run: Runner, { milliseconds, notice }: NonNullable<DatabaseOptions["slow"]>): Runner {
  return async (statement) => {
    const startedAt = performance.now();
    try {
      return await run(statement);
    } finally {
      const took = performance.now() - startedAt;
      if (took >= milliseconds) notice(statement.text, Math.round(took));
    }
  };
}

function socketSettings(address: Extract<DatabaseAddress, { socketFolder: string }>): pg.PoolConfig {
  const { socketFolder, user, password, database } = address;
  return { host: socketFolder, user, password, database };
}

/** Inserts rows that are already COPY text. */
export type CopyRows = (table: TableShape, rows: Uint8Array) => Promise<void>;

/** All statements of the work commit together, or none does. */
export async function inTransaction<T>(
  db: Database,
  work: (sql: Sql, copyRows: CopyRows) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect().catch(refuse);
  let broken: Error | undefined;
  try {
    const run = db.watch((statement) => runOn(client, statement));
    await run({ text: "begin", values: [] });
    const copy: Copy = (target, rows) => copyOver(client, target, rows);
    const result = await work(makeSql(run, copy), (table, rows) => copyIn(client, table, [rows]));
    await run({ text: "commit", values: [] });
    return result;
  } catch (error) {
    await client.query("rollback").catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    return refuse(error);
  } finally {
    client.release(broken);
  }
}

async function runOn(target: pg.Pool | pg.PoolClient, statement: CompiledStatement): Promise<unknown[]> {
  return (await target.query(statement).catch(refuse)).rows;
}

/** Rethrows; an error that only means that the server is unreachable becomes an expected failure. */
function refuse(error: unknown): never {
  if (isOutage(error)) throw new Failure("database_unavailable", { cause: error, retryAfterSeconds: 2 });
  throw error;
}

// Class 08: connection; 53: out of resources (disk full, too many connections); 57P01–03: the server stops or starts.
const OUTAGE_STATES = /^(08|53|57P0[123]|25006)/;
const OUTAGE_TEXTS =
  /connection (terminated|ended|timeout)|timeout exceeded when trying to connect|client was closed|not queryable|not currently accepting connections/i;
const OUTAGE_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "EAI_AGAIN"]);

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return OUTAGE_STATES.test(code) || OUTAGE_CODES.has(code) || OUTAGE_TEXTS.test(error.message);
}
