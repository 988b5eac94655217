/** What the maintenance commands need: the service's database, files and settings. */
import path from "node:path";
import { Command } from "commander";
import { readSettings } from "./command-settings.ts";
import { OperatorError } from "./kernel/operator-error.ts";
import { migrateData } from "./migrate-data.ts";
import { commandPlace, findBaseUrl, openStorage, PROJECT_FOLDER, sourceSettings } from "./places.ts";
import { type Database, type DataPlace, migrate, readMigrations } from "./platform/db/index.ts";
import { openLog } from "./platform/log/index.ts";
import { callCommand } from "./surfaces/cli/call/index.ts";
import { withDatabase, withOwnDatabase, withTables } from "./surfaces/cli/open-command.ts";
import { type CommandTools, maintenanceCommand } from "./surfaces/cli/program.ts";

const MIGRATIONS_FOLDER = path.join(PROJECT_FOLDER, "migrations");

export function loadCommand(name: string, program: Command): Promise<Command> {
  return maintenanceCommand(name, openTools(program));
}

export function mcpCommand(): Command {
  return new Command("mcp")
    .option("--key <key>", "API key to call with (default: FLORIN_API_KEY, then the demo account's)")
    .action(async ({ key }: { key?: string }, command: Command) => {
      const { serveMcpOnStdio } = await import("./stdio.ts");
      const config = readSettings(command);
      const log = openLog(config.log_level, "stderr");
      await withTables(commandPlace(config, log), MIGRATIONS_FOLDER, (db) =>
        serveMcpOnStdio(db, { config, log, apiKey: key ?? config.api_key }),
      );
    });
}

export function callingCommand(): Command {
  return callCommand((command) => {
    const { base_url, host, port, api_key } = readSettings(command);
    return { baseUrl: base_url ?? `http://${host}:${port}`, apiKey: api_key };
  });
}

function openTools(program: Command): CommandTools {
  const settings = () => readSettings(program);
  const place = (): DataPlace => commandPlace(settings(), openLog("error"));
  return {
    onDatabase: (work) => withTables(place(), MIGRATIONS_FOLDER, work),
    onAnyDatabase: (work) => withDatabase(place(), work),
    onNewDatabase: (work) => withOwnDatabase(place(), { mayBeNew: true }, work),
    onStoppedDatabase: (work) => withOwnDatabase(place(), { mayBeNew: false }, work),
    onOtherDatabase: (databaseUrl, work) => withDatabase({ ...place(), databaseUrl }, work),
    openStorage: () => openStorage(settings(), Buffer.alloc(0)),
    async withJobs(db, work) {
      const { openJobs } = await import("./platform/jobs/index.ts");
      const { accountJobs } = await import("./features/accounts/index.ts");
      const jobs = await openJobs(db, { log: openLog("error"), work: false });
      try {
        await jobs.start(accountJobs({ db, storage: await openStorage(settings(), Buffer.alloc(0)) }));
        return await work(jobs);
      } finally {
        await jobs.stop();
      }
    },
    prepareTables,
    print: (text) => process.stdout.write(`${text}\n`),
    progress(text) {
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${text} `);
    },
    migrationsFolder: MIGRATIONS_FOLDER,
    migrateData: (db) => migrateData(db, settings(), (step) => process.stderr.write(`· ${step}\n`)),
    baseUrl: (db) => findBaseUrl(db, settings()),
    sourceSettings: () => sourceSettings(settings()),
    async withReports(db, work) {
      const { openParts } = await import("./parts.ts");
      const { accountJobs } = await import("./features/accounts/index.ts");
      const { reportJobs } = await import("./features/reports/index.ts");
      const parts = await openParts(db, { config: settings(), log: openLog("error"), work: false });
      try {
        // Reports are read and files removed by the service: here their jobs are only queued.
        await parts.tools.jobs.start([
          ...accountJobs(parts.tools),
          ...reportJobs({
            ...parts.tools,
            ocr: null,
            browser: null,
            announceReady: async () => {},
            readStatements: async () => {},
          }),
        ]);
        await work(parts.tools);
      } finally {
        await parts.close();
      }
    },
  };
}

async function prepareTables(db: Database, names: readonly string[]): Promise<void> {
  const known = readMigrations(MIGRATIONS_FOLDER).filter(({ name }) => names.includes(name));
  if (known.length < names.length) throw new OperatorError("The backup was made by a newer Florin.");
  await migrate(db, known);
  const { openJobs } = await import("./platform/jobs/index.ts");
  await (await openJobs(db, { log: openLog("error"), work: false })).stop();
}
