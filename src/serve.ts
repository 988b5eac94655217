import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Command, Option } from "commander";
import type { App } from "./app.ts";
import { readSettings } from "./command-settings.ts";
import { type Config, listSettings } from "./config.ts";
import { requirePort } from "./platform/http/index.ts";
import { type Log, openLog } from "./platform/log/index.ts";
import { isStartedByPrimary } from "./platform/processes/index.ts";
import { firstCall, greeting } from "./surfaces/cli/greeting.ts";
import { VERSION } from "./version.ts";

const GLOBAL_OPTIONS = ["data", "config", "database_url", "log_level"];

export function serveCommand(): Command {
  return withSettings(new Command("serve")).action((_options: unknown, command: Command) =>
    serve(readSettings(command)),
  );
}

export function workCommand(): Command {
  return withSettings(new Command("work")).action((_options: unknown, command: Command) => {
    const isPortGiven = command.getOptionValueSource("port") === "cli";
    const config = readSettings(command);
    return work(config, isPortGiven ? config.port : null);
  });
}

/** Every setting is an option of the same name, with hyphens. */
function withSettings(command: Command): Command {
  command.optionsGroup("Settings (also read from the environment or the config file):");
  for (const { name, description, isSwitch, shownDefault } of listSettings()) {
    if (GLOBAL_OPTIONS.includes(name)) continue;
    const flag = name.replaceAll("_", "-");
    const about = shownDefault === null ? description : `${description} (default: ${shownDefault})`;
    if (isSwitch) addSwitch(command, flag, { about, isOn: shownDefault === "true" });
    else command.addOption(new Option(`--${flag} <value>`, about));
  }
  return command;
}

/** The help shows the form that changes the default; both are accepted. */
function addSwitch(command: Command, flag: string, { about, isOn }: { about: string; isOn: boolean }): void {
  command.addOption(new Option(`--${flag} [on|off]`, about).hideHelp(isOn));
  command.addOption(new Option(`--no-${flag}`, `Turn off: ${about}`).hideHelp(!isOn));
}

const print = (text: string) => process.stdout.write(`${text}\n`);
const printStep = (step: string) => print(`· ${step}`);

type RunningService = Pick<App, "baseUrl" | "demoKey" | "setUpUrl" | "note" | "close">;

/** How many processes answer calls. */
const countProcesses = ({ processes }: Config): number =>
  processes === "auto" ? availableParallelism() : processes;

/** The service is loaded after the port is known to be free, so that a refusal is immediate. */
async function serve(config: Config): Promise<void> {
  const log = openLog(config.log_level);
  if (isStartedByPrimary()) {
    const { serveJoined } = await import("./serve-joined.ts");
    return serveJoined(config, log, printStep);
  }
  await requirePort(config);
  const app = await start(config, log);
  stopOnSignals(app, log);
  if (config.ready_file) writeReadyFile(config.ready_file, app);
  if (app.note) print(app.note);
  // Measured from the start of the process, as the person at the keyboard does.
  print(greeting(app, { seconds: performance.now() / 1_000, dataFolder: config.data }));
}

async function start(config: Config, log: Log): Promise<RunningService> {
  const count = countProcesses(config);
  if (count === 1) {
    const { startApp } = await import("./start.ts");
    return startApp(config, log, printStep);
  }
  const { serveProcesses } = await import("./serve-processes.ts");
  const served = await serveProcesses(config, log, { count, progress: printStep });
  process.on("SIGHUP", () => void served.restart());
  return served;
}

async function work(config: Config, port: number | null): Promise<void> {
  const log = openLog(config.log_level);
  const { startWorker } = await import("./worker.ts");
  const worker = await startWorker(config, log, port);
  stopOnSignals(worker, log);
  if (config.ready_file) writeFacts(config.ready_file, { base_url: worker.baseUrl, pid: process.pid });
  print(
    `Florin ${VERSION} worker is running${worker.baseUrl ? `; health at ${worker.baseUrl}/healthz` : ""}.`,
  );
}

function stopOnSignals(app: Pick<App, "close">, log: Log): void {
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // A second signal means that the operator does not want to wait.
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

function writeReadyFile(file: string, app: RunningService): void {
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
