import type { Command } from "commander";
import type { SourceSettings } from "../../features/ingest/index.ts";
import type { ReportTools } from "../../features/reports/index.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { accountsCommand } from "./accounts.ts";
import { agentsCommand } from "./agents.ts";
import { backupCommand, moveCommand, restoreCommand } from "./backup.ts";
import type { Prepare } from "./backup-file.ts";
import { creditsCommand } from "./credits.ts";
import { dbCommand } from "./db.ts";
import { exportCommand } from "./export.ts";
import { ingestCommand, pricesCommand } from "./ingest.ts";
import { keysCommand } from "./keys.ts";
import { ledgerCommand } from "./ledger.ts";
import { membersCommand } from "./members.ts";
import { newsCommand } from "./news.ts";
import { oauthCommand } from "./oauth.ts";

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
  baseUrl: () => string;
  /** How sources are fetched and where fetched files are kept. */
  sourceSettings: () => SourceSettings;
  /** For sources that bring reports: files are stored and their digest is queued. */
  withReports: (db: Database, work: (reports: ReportTools) => Promise<void>) => Promise<void>;
}

/** The commands that need only the database; `main` adds the one that serves. */
export function maintenanceCommands(tools: CommandTools): Command[] {
  return [
    accountsCommand(tools),
    keysCommand(tools),
    membersCommand(tools),
    oauthCommand(tools),
    creditsCommand(tools),
    ledgerCommand(tools),
    newsCommand(tools),
    ingestCommand(tools),
    pricesCommand(tools),
    exportCommand(tools),
    agentsCommand(tools),
    dbCommand(tools),
    backupCommand(tools),
    restoreCommand(tools),
    moveCommand(tools),
  ];
}
