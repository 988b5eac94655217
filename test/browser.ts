import type { LaunchOptions, Page } from "playwright-core";
import { ensureInstalled } from "./debian.ts";

const CHROMIUM = "/usr/bin/chromium";

/** A real browser for the tests that look at pages. */
export const hasBrowser = ensureInstalled(CHROMIUM, ["chromium"]);

/** Only the last list of a command line counts, so it repeats what Playwright itself switches off. */
const DISABLED_FEATURES = [
  // The address bar of each window, which no one sees: a second of CPU time.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

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
    `--disable-features=${DISABLED_FEATURES.join()}`,
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
