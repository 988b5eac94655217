import type { LaunchOptions, Page } from "playwright-core";
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

/** A device that holds passkeys and confirms whatever it is asked to. */
export async function addPasskeyDevice(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
