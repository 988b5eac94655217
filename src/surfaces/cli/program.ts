import type { Command } from "commander";
import type { SourceSettings } from "../../features/ingest/index.ts";
import type { ReportTools } from "../../features/reports/index.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import type { Prepare } from "./backup-file.ts";

/** What the commands are given; they read no settings and open nothing themselves. */
export interface CommandTools {
  /** With the tables this program knows. */
  onDatabase: (work: (db: Database) => Promise<void>) => Promise<void>;
  /** As it is, set up or not. */
  onAnyDatabase: (work: (db: Database) => Promise<void>) => Promise<void>;
  /** Made where there is none yet; refused while a service uses it. */
  onNewDatabase: (work: (db: Database) => Promise<void>) => Promise<void>;
  /** Refused while a service uses it, and where there is none. */
  onStoppedDatabase: (work: (db: Database) => Promise<void>) => Promise<void>;
  onOtherDatabase: (url: string, work: (db: Database) => Promise<void>) => Promise<void>;
  /** Where the service keeps its files; not for making links. */
  openStorage: () => Storage;
  /** Makes the tables that a backup was taken of, and those of the job queue. */
  prepareTables: Prepare;
  print: (text: string) => void;
  /** Shown in place while a person watches, nowhere when the output is piped. */
  progress: (text: string) => void;
  migrationsFolder: string;
  /** Where callers reach the service, for links that are handed to people. */
  baseUrl: (db: Database) => Promise<string>;
  /** How sources are fetched and where fetched files are kept. */
  sourceSettings: () => SourceSettings;
  /** For sources that bring reports: files are stored and their digest is queued. */
  withReports: (db: Database, work: (reports: ReportTools) => Promise<void>) => Promise<void>;
}

/** Each command is loaded when it is asked for: the others' parts would only make it slower. */
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
