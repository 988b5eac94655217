/**
 * The command line. Each command loads its dependencies when called, so that `--help` and `--version` are instant.
 */
import { Command } from "commander";
import { Failure } from "./kernel/errors.ts";
import { OperatorError } from "./kernel/operator-error.ts";
import { VERSION } from "./version.ts";

interface CommandEntry {
  summary: string;
  load: () => Promise<Command>;
}

const maintenance = (summary: string, name: string): CommandEntry => ({
  summary,
  load: async () => (await import("./command-tools.ts")).loadCommand(name, program),
});

const COMMANDS: Record<string, CommandEntry> = {
  serve: {
    summary: "run the service",
    load: async () => (await import("./serve.ts")).serveCommand(),
  },
  work: {
    summary: "run jobs and schedules in a separate process; start as many as you like",
    load: async () => (await import("./serve.ts")).workCommand(),
  },
  mcp: {
    summary: "serve AI clients over standard input and output",
    load: async () => (await import("./command-tools.ts")).mcpCommand(),
  },
  call: {
    summary: "call any operation of a running service",
    load: async () => (await import("./command-tools.ts")).callingCommand(),
  },
  accounts: maintenance("create, list, export and erase accounts", "accounts"),
  keys: maintenance("create, list, rotate and revoke API keys", "keys"),
  members: maintenance("list and invite members, reset their passwords", "members"),
  oauth: maintenance("list and remove OAuth clients, rotate signing keys", "oauth"),
  credits: maintenance("grant credits, show balances, refund a call", "credits"),
  ledger: maintenance("verify the ledger", "ledger"),
  news: maintenance("import news and manage feeds", "news"),
  ingest: maintenance("load companies, filings, facts and reports from their publishers", "ingest"),
  prices: maintenance("import end-of-day prices", "prices"),
  export: maintenance("write a data set to a file", "export"),
  reports: maintenance("read the financial statements of reports again", "reports"),
  agents: maintenance("replay the artifacts of agent builders", "agents"),
  db: maintenance("manage the database schema", "db"),
  backup: maintenance("back up the whole service, database and files, to one file", "backup"),
  restore: maintenance("restore a backup into an empty data folder or database", "restore"),
  move: maintenance("move the database to a PostgreSQL server", "move"),
};

const program = withGlobalOptions(new Command("florin"))
  .description("A self-hosted financial data service: numbers you can check, on a machine you own.")
  .version(VERSION)
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError("Try: florin --help");

function withGlobalOptions(command: Command): Command {
  return command
    .option("--data <folder>", "folder for the embedded database and files (default: ./data)")
    .option("--config <file>", "config file in JSON (default: florin.config.json when present)")
    .option("--database-url <url>", "URL of your own PostgreSQL server, instead of the embedded one")
    .option("--log-level <level>", "debug, info, warn, error or silent");
}

try {
  const { operands } = withGlobalOptions(new Command()).parseOptions(process.argv.slice(2));
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = operands.slice(0, 2).includes(name) ? await load() : new Command(name);
    program.addCommand(inheritHelp(command.description(summary)));
  }
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`florin: ${await describeError(error)}\n`);
  process.exit(1);
}

/** Every level of a command shows the common options, `--data` first. */
function inheritHelp(command: Command): Command {
  command.configureHelp({ showGlobalOptions: true });
  for (const inner of command.commands) inheritHelp(inner);
  return command;
}

async function describeError(error: unknown): Promise<string> {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof Failure) return [error.message, error.detail].filter(Boolean).join(": ");
  const { redactText } = await import("./platform/log/index.ts");
  return redactText((error as Error).stack ?? String(error));
}
