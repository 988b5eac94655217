import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findSeriousFaults } from "./accessibility.ts";
import { startTestApp } from "./app.ts";
import { addPasskeyDevice, browserOptions, hasBrowser } from "./browser.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { PASSWORD } from "./person.ts";

const app = await startTestApp({ rate_factor: 100 });
// Passkeys are bound to a host name, so the browser uses one.
const site = app.baseUrl.replace("127.0.0.1", "localhost");

describe("a person in a real browser", () => {
  it.runIf(hasBrowser)("sets up the service, adds a passkey, and signs in with it", async () => {
    const browser = await chromium.launch(browserOptions);
    onTestFileEnd(() => browser.close());
    const page = await browser.newPage();
    const troubles: string[] = [];
    page.on("pageerror", (error) => troubles.push(String(error)));
    page.on(
      "request",
      (request) => request.url().startsWith(site) || troubles.push(`outside: ${request.url()}`),
    );
    await addPasskeyDevice(page);

    await page.goto((app.setUpUrl ?? "").replace("127.0.0.1", "localhost"));
    troubles.push(...(await findSeriousFaults(page)));
    await page.getByLabel("Name of the account").fill("Mine");
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set up" }).click();
    await page.waitForURL(`${site}/console/**`);

    expect(await page.evaluate(addPasskey)).toBe(200);
    const me = await page.evaluate(async () => {
      const reply = await fetch("/console/api/me", { headers: { "x-florin-console": "1" } });
      const { data } = (await reply.json()) as { data: { member: { email: string } } };
      return data.member.email;
    });
    expect(me).toBe("ada@example.com");
    // The link works once; opening it again leads to the sign-in page.
    await page.goto((app.setUpUrl ?? "").replace("127.0.0.1", "localhost"));
    await page.getByRole("link", { name: "Back to console" }).click();
    await page.waitForURL(`${site}/console/`);
    // Without its session the console itself would go to the sign-in page.
    await page.goto(`${site}/healthz`);
    await page.context().clearCookies();
    await page.goto(`${site}/sign-in`);
    troubles.push(...(await findSeriousFaults(page)));
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL(`${site}/console/**`);
    expect((await page.context().cookies()).map(({ name }) => name)).toContain("__Host-florin_session");
    expect(troubles).toEqual([]);
  });
});

/** What the console's page for passkeys does; runs in the browser. */
async function addPasskey(): Promise<number> {
  // biome-ignore lint/suspicious/noExplicitAny: the browser's own objects, which this project's types do not know
  const { PublicKeyCredential, navigator } = globalThis as any;
  const headers = { "content-type": "application/json", "x-florin-console": "1" };
  const post = (path: string, body: object) =>
    fetch(`/console/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const { data } = (await (await post("passkeys/options", {})).json()) as { data: object };
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data);
  const made = await navigator.credentials.create({ publicKey });
  return (await post("passkeys", { name: "Laptop", response: made.toJSON() })).status;
}
