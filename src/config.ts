/**
 * Reads the settings. The only code that reads the environment and the config file; an invalid value never gets
 * past here.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { OperatorError } from "./kernel/operator-error.ts";
import { type Config, Settings } from "./settings.ts";

export { type Config, listSettings } from "./settings.ts";

export interface ConfigSources {
  env: Readonly<Record<string, string | undefined>>;
  /** From the command line, by setting name. */
  options: Readonly<Record<string, unknown>>;
  configFile?: string | undefined;
}

/** Later sources win: config file, environment, command line. Reports all errors together. */
export function readConfig({ env, options, configFile }: ConfigSources): Config {
  const merged = { ...readFile(configFile), ...readEnvironment(env), ...dropAbsent(options) };
  const parsed = Settings.safeParse(merged);
  if (!parsed.success) throw new OperatorError(`Settings: ${parsed.error.issues.map(describe).join("; ")}.`);
  return Object.freeze({ ...parsed.data, data: path.resolve(parsed.data.data) });
}

const DEFAULT_FILE = "florin.config.json";

function readFile(file: string | undefined): Record<string, unknown> {
  if (file === undefined && !existsSync(DEFAULT_FILE)) return {};
  const name = file ?? DEFAULT_FILE;
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(name, "utf8")));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? "it must contain one JSON object" : (cause as Error).message;
    throw new OperatorError(`The config file ${name} cannot be used: ${reason}.`, { cause });
  }
}

/** Variable names that hosting platforms use for the same settings. */
const GENERAL_VARIABLES = {
  DATABASE_URL: "database_url",
  DATABASE_READ_URL: "database_read_url",
  REDIS_URL: "redis_url",
  OTEL_EXPORTER_OTLP_ENDPOINT: "otel_exporter_otlp_endpoint",
  OTEL_TRACES_SAMPLER_ARG: "otel_traces_sampler_arg",
};

function readEnvironment(env: ConfigSources["env"]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [variable, key] of Object.entries(GENERAL_VARIABLES)) {
    const general = readSecret(env, variable);
    if (general !== undefined) found[key] = general;
  }
  for (const name of Object.keys(env)) {
    if (!name.startsWith("FLORIN_") || name.startsWith("FLORIN_TEST_")) continue;
    const base = name.replace(/_FILE$/, "");
    // Otherwise a misspelt variable would be silently ignored.
    const key = keyOf(name) ?? keyOf(base);
    if (key === undefined) throw new OperatorError(`Settings: ${name} is not a setting of Florin.`);
    const value = readSecret(env, keyOf(name) ? name : base);
    if (value !== undefined) found[key] = value;
  }
  return found;
}

function keyOf(variable: string): string | undefined {
  const key = variable.slice("FLORIN_".length).toLowerCase();
  return key in Settings.shape ? key : undefined;
}

/** The value of `NAME`, or the content of the file that `NAME_FILE` points to. */
function readSecret(env: ConfigSources["env"], name: string): string | undefined {
  const file = env[`${name}_FILE`];
  if (env[name] !== undefined && env[name] !== "") return env[name];
  if (file === undefined || file === "") return undefined;
  try {
    return readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw new OperatorError(`Settings: ${name}_FILE points to ${file}, which cannot be read.`, { cause });
  }
}

function dropAbsent(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") return `${issue.keys.join(", ")} is not a setting of Florin`;
  return `${issue.path.join(".")}: ${issue.message.replace(/^Invalid input: /, "")}`;
}
