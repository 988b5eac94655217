import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findSeriousFaults } from "./accessibility.ts";
import { startTestApp } from "./app.ts";
import { browserOptions, hasBrowser } from "./browser.ts";
import { addPerson, PASSWORD } from "./person.ts";

const app = await startTestApp();

async function getText(url: string): Promise<string> {
  const { status, text } = await app.call("GET", url);
  expect([url, status]).toEqual([url, 200]);
  return text;
}

/** Every page that the contents list. */
async function listPages(): Promise<string[]> {
  const home = await getText("/docs");
  return [
    "/docs",
    ...new Set([...home.matchAll(/<li><a href="(\/docs\/[^"]+)"/g)].map(([, url = ""]) => url)),
  ];
}

const linksIn = (page: string) =>
  [...page.matchAll(/ href="(\/docs[^"]*|#[^"]*)"/g)].map(([, url = ""]) => url);
const idsIn = (page: string) => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id));

describe("the documentation site", () => {
  it("has a page for each guide and each group of operations, in six sections", async () => {
    const pages = await listPages();
    expect(pages.length).toBeGreaterThan(35);
    const home = await getText("/docs");
    for (const section of ["Start", "Tutorials", "Recipes", "Concepts", "Operate", "Reference"])
      expect(home).toContain(`<h2>${section}</h2>`);
    const { json } = await app.call("GET", "/openapi.json");
    const reference = await Promise.all(
      pages.filter((url) => url.startsWith("/docs/api/")).map((url) => getText(url)),
    );
    for (const path of Object.keys(json.paths))
      expect([path, reference.some((text) => text.includes(`${path}</code>`))]).toEqual([path, true]);
  });

  it("links only to pages and places that exist", async () => {
    const pages = new Map<string, string>();
    for (const url of await listPages()) pages.set(url, await getText(url));
    const broken = [...pages].flatMap(([from, text]) =>
      linksIn(text)
        .filter((link) => !link.startsWith("/docs/assets/"))
        .filter((link) => {
          const [path = "", anchor] = link.split("#");
          const target = pages.get(path === "" ? from : path);
          return (
            target === undefined || (anchor !== undefined && anchor !== "" && !idsIn(target).has(anchor))
          );
        })
        .map((link) => `${from} → ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it("explains every error where problem documents point to", async () => {
    expect(idsIn(await getText("/docs/errors"))).toContain("insufficient_balance");
  });

  it("says that a page does not exist, as a page", async () => {
    const { status, text } = await app.call("GET", "/docs/no-such-page");
    expect([status, text.includes("Page not found")]).toEqual([404, true]);
  });

  it("sends little: compressed, known by ETag, assets for ever", async () => {
    const fetchRaw = (url: string, headers = {}) =>
      fetch(app.baseUrl + url, { headers: { "accept-encoding": "br", ...headers } });
    const home = await fetchRaw("/docs/api/reports");
    expect(home.headers.get("content-encoding")).toBe("br");
    const etag = home.headers.get("etag") ?? "";
    expect((await fetchRaw("/docs/api/reports", { "if-none-match": etag })).status).toBe(304);
    const assets = [...(await home.text()).matchAll(/(?:href|src)="(\/docs\/assets\/[^"]+)"/g)];
    expect(assets).toHaveLength(2);
    let bytes = Number(home.headers.get("content-length"));
    for (const [, url = ""] of assets) {
      const asset = await fetchRaw(url);
      expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      bytes += Number(asset.headers.get("content-length"));
    }
    expect(bytes).toBeLessThan(40_000);
  });

  it("is the same text without compression, and as Markdown for a model", async () => {
    const reply = await fetch(`${app.baseUrl}/docs/start`, { headers: { "accept-encoding": "identity" } });
    expect(reply.headers.get("content-encoding")).toBeNull();
    expect(await reply.text()).toBe(await getText("/docs/start"));
    expect(await getText("/docs/start.md")).toMatch(/^# Five minutes/);
  });

  it("lets only its own script run, and shows no key in its samples", async () => {
    const { headers, text } = await app.call("GET", "/docs/api/companies");
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'/);
    expect(headers.get("content-security-policy")).not.toMatch(/unsafe/);
    expect(text).toContain("X-API-KEY: YOUR_API_KEY");
    expect(text).not.toMatch(/flr_live_\w/);
  });
});

describe.runIf(hasBrowser)("a reader of the documentation", () => {
  it("finds no barrier, in both themes and on a phone, and nothing is loaded from elsewhere", async () => {
    const browser = await chromium.launch(browserOptions);
    const problems: string[] = [];
    for (const look of [
      { colorScheme: "light", viewport: { width: 1440, height: 900 } },
      { colorScheme: "dark", viewport: { width: 390, height: 800 } },
    ] as const) {
      const page = await (await browser.newContext(look)).newPage();
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("request", (request) => {
        if (!request.url().startsWith(app.baseUrl)) problems.push(`outside: ${request.url()}`);
      });
      for (const url of ["", "/start", "/operating", "/api/companies"]) {
        await page.goto(`${app.baseUrl}/docs${url}`);
        const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        if (Number(overflow) > 0) problems.push(`${url} is ${overflow} pixels too wide`);
        problems.push(...(await findSeriousFaults(page)).map((fault) => `${url}: ${fault}`));
      }
    }
    await browser.close();
    expect(problems).toEqual([]);
  });

  it("searches everything with the keyboard", async () => {
    const browser = await chromium.launch(browserOptions);
    const page = await browser.newPage();
    await page.goto(`${app.baseUrl}/docs`);
    await page.keyboard.press("/");
    await page.keyboard.type("database_outage_ms");
    await page.locator("#results li").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/operating/);
    await page.getByLabel("Search the documentation").fill("xyzzy");
    await expect.poll(() => page.locator("#results").textContent()).toBe("No results");
    await browser.close();
  });

  it("tries a call with the console's session, or with a key, and sees what it costs", async () => {
    const { email } = await addPerson(app);
    const browser = await chromium.launch(browserOptions);
    const page = await browser.newPage();
    const site = app.baseUrl.replace("127.0.0.1", "localhost");
    const signedIn = await page.context().request.post(`${site}/console/api/sign_in`, {
      headers: { "x-florin-console": "1", "sec-fetch-site": "same-origin" },
      data: { email, password: PASSWORD },
    });
    expect(signedIn.status()).toBe(200);
    await page.goto(`${site}/docs/api/companies`);
    const form = page.locator("[id='companies.search'] .try");
    await form.locator("summary").click();
    await form.locator("textarea").fill('{"isin":"US0378331005"}');
    await form.getByRole("button", { name: "Send · 1 credit" }).click();
    await expect.poll(() => form.locator(".outcome").textContent()).toMatch(/^200 · 1 charged/);
    await page.context().clearCookies();
    await form.getByRole("button").click();
    await expect.poll(() => form.locator(".result").textContent()).toContain("Enter an API key");
    const { key } = await app.addAccount();
    await page.getByLabel("API key for trying calls").fill(key);
    await form.getByRole("button").click();
    await expect.poll(() => form.locator(".outcome").textContent()).toMatch(/999 left/);
    await browser.close();
  });
});
