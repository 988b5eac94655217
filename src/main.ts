/** The command line. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { type App, startApp } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { reportJobs } from "./features/reports/index.ts";
import { Failure } from "./kernel/errors.ts";
import { OperatorError } from "./kernel/operator-error.ts";
import { dataPlace, openParts, openStorage, PROJECT_FOLDER, sourceSettings, VERSION } from "./parts.ts";
import { type Database, type DataPlace, migrate, readMigrations } from "./platform/db/index.ts";
import { openJobs } from "./platform/jobs/index.ts";
import { type Log, openLog, redactText } from "./platform/log/index.ts";
import { firstCall, greeting } from "./surfaces/cli/greeting.ts";
import { withDatabase, withOwnDatabase, withTables } from "./surfaces/cli/open-command.ts";
import { maintenanceCommands } from "./surfaces/cli/program.ts";
import { startWorker } from "./worker.ts";

const MIGRATIONS_FOLDER = path.join(PROJECT_FOLDER, "migrations");

const print = (text: string) => process.stdout.write(`${text}\n`);
const progress = (text: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${text} `);
};

const program = new Command("florin")
  .description("A self-hosted financial data service: numbers you can check, on a machine you own.")
  .version(VERSION)
  .option("--data <folder>", "folder for the embedded database and files (default: ./data)")
  .option("--config <file>", "config file in JSON (default: florin.config.json when present)")
  .option("--database-url <url>", "a PostgreSQL server of your own instead of the embedded one")
  .option("--log-level <level>", "debug, info, warn, error or silent")
  .showHelpAfterError("Try: florin --help");

program
  .command("serve")
  .description("run the service")
  .option("--port <number>", "port to listen on; 0 takes a free one")
  .option("--host <address>", "address to listen on")
  .option("--base-url <url>", "address under which callers reach the service")
  .option("--ready-file <file>", "write addresses and the demo key there once ready, as JSON")
  .option("--no-demo", "no demo data, no demo account")
  .option("--no-work", "answer only; `florin work` does the jobs in other processes")
  .action((_options: unknown, command: Command) => serve(settings(command)));

program
  .command("work")
  .description("do jobs and schedules in a process of their own, as many of them as you like")
  .option("--port <number>", "port for /healthz, /readyz and /metrics (default: none)")
  .option("--host <address>", "address to listen on")
  .option("--ready-file <file>", "write the process id there once ready, as JSON")
  .action((options: { port?: string }, command: Command) =>
    work(settings(command), options.port === undefined ? null : Number(options.port)),
  );

program
  .command("mcp")
  .description("serve AI clients over standard input and output")
  .option("--key <key>", "API key to call with (default: FLORIN_API_KEY, then the demo account's)")
  .action(async ({ key }: { key?: string }, command: Command) => {
    const { serveMcpOnStdio } = await import("./stdio.ts");
    const config = settings(command);
    const log = openLog(config.log_level, "stderr");
    await withTables(dataPlace(config, log), MIGRATIONS_FOLDER, (db) =>
      serveMcpOnStdio(db, { config, log, apiKey: key ?? config.api_key }),
    );
  });

for (const command of maintenanceCommands({
  onDatabase: (work) => withTables(commandPlace(), MIGRATIONS_FOLDER, work),
  onAnyDatabase: (work) => withDatabase(commandPlace(), work),
  onNewDatabase: (work) => withOwnDatabase(commandPlace(), { mayBeNew: true }, work),
  onStoppedDatabase: (work) => withOwnDatabase(commandPlace(), { mayBeNew: false }, work),
  onOtherDatabase: (databaseUrl, work) => withDatabase({ ...commandPlace(), databaseUrl }, work),
  openStorage: () => openStorage(settings(program), Buffer.alloc(0)),
  prepareTables,
  print,
  progress,
  migrationsFolder: MIGRATIONS_FOLDER,
  baseUrl: commandBaseUrl,
  sourceSettings: () => sourceSettings(settings(program)),
  withReports: async (db, work) => {
    const parts = await openParts(db, { config: settings(program), log: openLog("error"), work: false });
    try {
      await parts.tools.jobs.start(reportJobs({ ...parts.tools, ocr: null, browser: null }));
      await work(parts.tools);
    } finally {
      await parts.close();
    }
  },
})) {
  program.addCommand(command);
}

async function prepareTables(db: Database, names: readonly string[]): Promise<void> {
  const known = readMigrations(MIGRATIONS_FOLDER).filter(({ name }) => names.includes(name));
  if (known.length < names.length) throw new OperatorError("The backup was made by a newer Florin.");
  await migrate(db, known);
  await (await openJobs(db, { log: openLog("error"), work: false })).stop();
}

function commandPlace(): DataPlace {
  return dataPlace(settings(program), openLog("error"));
}

function commandBaseUrl(): string {
  const { base_url, host, port } = settings(program);
  return base_url ?? `http://${host}:${port}`;
}

function settings(command: Command): Config {
  const {
    config,
    databaseUrl,
    logLevel,
    baseUrl,
    readyFile,
    demo,
    work,
    key: _,
    ...rest
  } = command.optsWithGlobals();
  const options = {
    ...rest,
    database_url: databaseUrl,
    log_level: logLevel,
    base_url: baseUrl,
    ready_file: readyFile,
    // Commander's default for a `--no-` option is true, which must not overrule the other sources.
    demo: demo === false ? false : undefined,
    work: work === false ? false : undefined,
  };
  // biome-ignore lint/style/noProcessEnv: handed to the one reader of the environment
  return readConfig({ env: process.env, options, configFile: config });
}

async function serve(config: Config): Promise<void> {
  const log = openLog(config.log_level);
  const startedAt = performance.now();
  const app = await startApp(config, log, (step) => print(`· ${step}`));
  stopOnSignals(app, log);
  if (config.ready_file) writeReadyFile(config.ready_file, app);
  if (app.remark) print(app.remark);
  print(greeting(app, { seconds: (performance.now() - startedAt) / 1_000, dataFolder: config.data }));
}

async function work(config: Config, port: number | null): Promise<void> {
  const log = openLog(config.log_level);
  const worker = await startWorker(config, log, port);
  stopOnSignals(worker, log);
  if (config.ready_file) writeFacts(config.ready_file, { base_url: worker.baseUrl, pid: process.pid });
  print(`Florin ${VERSION} is working${worker.baseUrl ? `; health at ${worker.baseUrl}/healthz` : ""}.`);
}

function stopOnSignals(app: Pick<App, "close">, log: Log): void {
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // The second signal is a person who does not want to wait.
      if (stopping) process.exit(1);
      stopping = true;
      app.close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "the service did not stop cleanly");
          process.exit(1);
        },
      );
    });
  }
}

function writeReadyFile(file: string, app: App): void {
  const { base_url, docs_url, console_url, mcp_url } = firstCall(app.baseUrl);
  const facts = {
    base_url,
    docs_url,
    console_url,
    mcp_url,
    demo_api_key: app.demoKey?.key ?? null,
    set_up_url: app.setUpUrl,
    pid: process.pid,
  };
  writeFacts(file, facts);
}

function writeFacts(file: string, facts: object): void {
  writeFileSync(file, `${JSON.stringify(facts)}\n`, { mode: 0o600 });
}

try {
  await program.parseAsync();
} catch (error) {
  const expected = error instanceof OperatorError || error instanceof Failure;
  const text =
    error instanceof Failure
      ? [error.message, error.detail].filter(Boolean).join(": ")
      : String((error as Error).message);
  process.stderr.write(
    `florin: ${redactText(expected ? text : ((error as Error).stack ?? String(error)))}\n`,
  );
  process.exit(1);
}
