import type { Command } from "commander";
import type { SourceSettings } from "../../features/ingest/index.ts";
import type { ReportTools } from "../../features/reports/index.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import type { Embedder } from "../../platform/models/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import type { PrepareTables } from "./backup-file.ts";

/** What the commands receive; they read no settings and open nothing themselves. */
export interface CommandTools {
  /** With up-to-date tables. */
  onDatabase: (work: (db: Database) => Promise<void>) => Promise<void>;
  /** In any state, set up or not. */
  onAnyDatabase: (work: (db: Database) => Promise<void>) => Promise<void>;
  /** Created if there is none yet; refused while a service uses it. */
  onNewDatabase: (work: (db: Database) => Promise<void>) => Promise<void>;
  /** Refused while a service uses it, and when there is none. */
  onStoppedDatabase: (work: (db: Database) => Promise<void>) => Promise<void>;
  onOtherDatabase: (url: string, work: (db: Database) => Promise<void>) => Promise<void>;
  /** The service's file storage; not for creating links. */
  openStorage: () => Promise<Storage>;
  /** To queue what the service then does. */
  withJobs: <T>(db: Database, work: (jobs: Jobs) => Promise<T>) => Promise<T>;
  /** Creates the tables of a backup's version, and those of the job queue. */
  prepareTables: PrepareTables;
  print: (text: string) => void;
  /** Shown in a terminal, omitted when the output is piped. */
  progress: (text: string) => void;
  migrationsFolder: string;
  /** Returns the names of the applied migrations. */
  migrateData: (db: Database) => Promise<string[]>;
  /** Where callers reach the service, for links that are given to people. */
  baseUrl: (db: Database) => Promise<string>;
  /** How sources are fetched and where downloaded files are kept. */
  sourceSettings: () => SourceSettings;
  /** For sources with reports: files are stored and their digest is queued. */
  withReports: (
    db: Database,
    work: (reports: ReportTools & { embedder: Embedder }) => Promise<void>,
  ) => Promise<void>;
}

/** Each command is loaded on demand: loading the others would only make it slower. */
const COMMANDS: Record<string, () => Promise<(tools: CommandTools) => Command>> = {
  accounts: async () => (await import("./accounts.ts")).accountsCommand,
  keys: async () => (await import("./keys.ts")).keysCommand,
  members: async () => (await import("./members.ts")).membersCommand,
  oauth: async () => (await import("./oauth.ts")).oauthCommand,
  credits: async () => (await import("./credits.ts")).creditsCommand,
  ledger: async () => (await import("./ledger.ts")).ledgerCommand,
  news: async () => (await import("./news.ts")).newsCommand,
  ingest: async () => (await import("./ingest.ts")).ingestCommand,
  prices: async () => (await import("./ingest.ts")).pricesCommand,
  export: async () => (await import("./export.ts")).exportCommand,
  reports: async () => (await import("./reports.ts")).reportsCommand,
  agents: async () => (await import("./agents.ts")).agentsCommand,
  db: async () => (await import("./db.ts")).dbCommand,
  backup: async () => (await import("./backup.ts")).backupCommand,
  restore: async () => (await import("./backup.ts")).restoreCommand,
  move: async () => (await import("./backup.ts")).moveCommand,
};

export async function maintenanceCommand(name: string, tools: CommandTools): Promise<Command> {
  const load = COMMANDS[name];
  if (!load) throw new Error(`there is no command ${name}`);
  return (await load())(tools);
}
