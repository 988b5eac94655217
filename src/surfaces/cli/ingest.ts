import path from "node:path";
import { Command } from "commander";
import {
  checkOptions,
  type DownloadProgress,
  EVERY_MINUTES,
  listNewestRuns,
  listSchedules,
  openSourceTools,
  putSchedule,
  removeSchedule,
  requireSource,
  runIngest,
  SOURCES,
  type Source,
} from "../../features/ingest/index.ts";
import type { ReportTools } from "../../features/reports/index.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { Database } from "../../platform/db/index.ts";
import { describeDownload, describeProgress, describeResult } from "./ingest-summary.ts";
import { readInteger } from "./keys.ts";
import type { CommandTools } from "./program.ts";
import { renderTable } from "./table.ts";

const LINES_MAX = 200;

interface LoadOptions {
  dryRun?: boolean;
  option: string[];
}

export function ingestCommand(tools: CommandTools): Command {
  const ingest = new Command("ingest").description("load data from the public registers and from files");
  const listed = SOURCES.map(({ name, about }) => `  ${name.padEnd(16)} ${about}`).join("\n");
  addOption(ingest.argument("<source>", "source name; see below").argument("[location...]", "files or URLs"))
    .option("--dry-run", "read and validate everything, store nothing")
    .addHelpText("after", `\nSources:\n${listed}\n\nMore about one: florin ingest describe <source>`)
    .action((name: string, locations: string[], options: LoadOptions) =>
      load(tools, name, locations, options),
    );
  ingest
    .command("describe <source>")
    .description("show what a source loads and its options")
    .action((name: string) => describe(tools, name));
  ingest
    .command("status")
    .description("show loads and schedules")
    .action(() => showStatus(tools));
  addScheduleCommands(ingest, tools);
  return ingest;
}

/** The same under the name people look for. */
export function pricesCommand(tools: CommandTools): Command {
  const prices = new Command("prices").description("import end-of-day prices");
  addOption(prices.command("import <file...>"))
    .description("import CSV files in the formats of Stooq, Yahoo, Alpha Vantage, Tiingo and EODHD")
    .option("--dry-run", "read and validate everything, store nothing")
    .option("--company <id>", "svc_entity_id, when the files do not name the security")
    .option("--ticker <ticker>", "ticker, when the files have none")
    .option("--exchange <mic>", "Market Identifier Code of the listing")
    .option("--currency <code>", "ISO 4217 code (default: the market's)")
    .option("--licence <text>", "licence of the prices")
    .action((files: string[], options: LoadOptions & Record<string, unknown>) => {
      const named = ["company", "ticker", "exchange", "currency", "licence"].flatMap((name) =>
        typeof options[name] === "string" ? [`${name}=${options[name]}`] : [],
      );
      return load(tools, "prices-csv", files, { ...options, option: [...options.option, ...named] });
    });
  return prices;
}

function addOption(command: Command): Command {
  const gather = (value: string, before: string[]) => [...before, value];
  return command.option("--option <name=value>", "an option of the source; can be repeated", gather, []);
}

function readOptions(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw new OperatorError(`--option ${pair}: expected name=value.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

async function load(
  { onDatabase, print, progress, sourceSettings, withReports }: CommandTools,
  name: string,
  locations: readonly string[],
  { dryRun = false, option }: LoadOptions,
): Promise<void> {
  const source = requireSource(name);
  const options = readOptions(option);
  const loadOne = async (db: Database, reports: ReportTools | undefined, location: string) => {
    const settings = {
      ...sourceSettings(),
      ...(reports ? { reports } : {}),
      onDownloadProgress: (download: DownloadProgress) => progress(describeDownload(download)),
    };
    const tools = openSourceTools(db, settings, new AbortController().signal);
    const result = await runIngest(tools, source, {
      location,
      options,
      dryRun,
      progress: (run) => progress(describeProgress(run)),
    });
    progress("");
    print(describeResult(result));
  };
  const loadAll = (db: Database, reports?: ReportTools) =>
    locations.length < 2
      ? loadOne(db, reports, locations[0] ?? "")
      : loadEachSeparately(locations, (location) => loadOne(db, reports, location));
  await onDatabase((db) =>
    source.bringsReports ? withReports(db, (reports) => loadAll(db, reports)) : loadAll(db),
  );
}

/** One file that cannot be loaded does not block the others; all failures are listed at the end. */
async function loadEachSeparately(
  locations: readonly string[],
  loadOne: (location: string) => Promise<void>,
): Promise<void> {
  const failed: string[] = [];
  for (const location of locations)
    await loadOne(location).catch((error: unknown) => {
      if (!(error instanceof OperatorError)) throw error;
      failed.push(`  ${location}: ${error.message}`);
    });
  if (failed.length > 0)
    throw new OperatorError(
      `${failed.length} of ${locations.length} could not be loaded:\n${failed.join("\n")}`,
    );
}

function describe({ print }: CommandTools, name: string): void {
  const source = requireSource(name);
  print(`${source.title}: ${source.about}.\nLicence: ${source.licence}.\n`);
  print(
    renderTable(
      source.options.map(({ name: option, about }) => ({ name: option, about })),
      "It takes no options.",
    ),
  );
}

function showStatus({ onDatabase, print }: CommandTools): Promise<void> {
  return onDatabase(async (db) => {
    const runs = await listNewestRuns(db, LINES_MAX);
    print(
      renderTable(
        runs.map(({ run_no, source, state, added, changed, unchanged, rejected, changed_at, reason }) => ({
          run: run_no,
          source,
          state,
          added,
          changed,
          unchanged,
          rejected,
          changed_at,
          reason,
        })),
        "Nothing has been loaded.",
      ),
    );
    const schedules = await listSchedules(db, LINES_MAX);
    print("");
    print(
      renderTable(
        schedules.map(({ options, ...schedule }) => ({ ...schedule })),
        "No schedules.",
      ),
    );
  });
}

/** The service that loads it later may run in another folder. */
function toAbsoluteLocation(location = ""): string {
  return location === "" || /^[a-z0-9]+:\/\//i.test(location) ? location : path.resolve(location);
}

function withPlaces(source: Source, options: Record<string, string>): Record<string, string> {
  checkOptions(source, options);
  const files = new Set(source.options.flatMap(({ name, takes }) => (takes === "a file" ? [name] : [])));
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, files.has(name) ? path.resolve(value) : value]),
  );
}

function readMinutes(text: string): number {
  const minutes = readInteger(text, "--every");
  const { min, max } = EVERY_MINUTES;
  if (minutes < min || minutes > max)
    throw new OperatorError(`--every: ${text} is not between ${min} minutes and ${max} (a year).`);
  return minutes;
}

function addScheduleCommands(ingest: Command, { onDatabase, print }: CommandTools): void {
  addOption(ingest.command("schedule <source> [location]"))
    .description("load a source regularly while the service runs")
    .requiredOption("--every <minutes>", "how often, from 5 minutes on")
    .action((name: string, location: string | undefined, _options: unknown, command: Command) =>
      onDatabase(async (db) => {
        // `ingest` has an --option of its own, which also receives those of its subcommands.
        const { every, option } = command.optsWithGlobals<{ every: string; option: string[] }>();
        const source = requireSource(name);
        await putSchedule(db, {
          source: name,
          location: toAbsoluteLocation(location),
          options: withPlaces(source, readOptions(option)),
          every_minutes: readMinutes(every),
        });
        print(`${name} will be loaded every ${every} minutes.`);
      }),
    );
  ingest
    .command("unschedule <source> [location]")
    .description("remove the schedule of a source")
    .action((name: string, location: string | undefined) =>
      onDatabase(async (db) => {
        const isRemoved =
          (await removeSchedule(db, name, toAbsoluteLocation(location))) ||
          (await removeSchedule(db, name, location ?? ""));
        if (!isRemoved) throw new OperatorError(`${name} has no schedule.`);
        print(`${name} is no longer scheduled.`);
      }),
    );
}
