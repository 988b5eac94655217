import type { LaunchOptions } from "playwright-core";
import { ensureInstalled } from "./debian.ts";

const CHROMIUM = "/usr/bin/chromium";

/** A real browser for the tests that look at pages. */
export const hasBrowser = ensureInstalled(CHROMIUM, ["chromium"]);

export const browserOptions: LaunchOptions = {
  executablePath: CHROMIUM,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
