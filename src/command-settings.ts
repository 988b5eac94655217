import type { Command } from "commander";
import { type Config, readConfig } from "./config.ts";

/** The settings of a command: options override environment and config file. */
export function readSettings(command: Command): Config {
  const { config, key: _, ...given } = command.optsWithGlobals();
  const options = Object.fromEntries(
    Object.entries(given)
      // The default of a `--no-` option must not override the other sources.
      .filter(([name]) => command.getOptionValueSourceWithGlobals(name) === "cli")
      .map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
  // biome-ignore lint/style/noProcessEnv: passed to the only reader of the environment
  return readConfig({ env: process.env, options, configFile: config });
}
