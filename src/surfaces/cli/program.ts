import type { Command } from "commander";
import type { SourceSettings } from "../../features/ingest/index.ts";
import type { ReportTools } from "../../features/reports/index.ts";
import type { Database } from "../../platform/db/index.ts";
import { accountsCommand } from "./accounts.ts";
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
    dbCommand(tools),
  ];
}
