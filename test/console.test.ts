import { describe, expect, it } from "vitest";
import { PRICES } from "../console/api/prices.ts";
import { listExampleFigures } from "../console/pages/reports/example-figures.ts";
import { german } from "../console/texts/de/index.ts";
import { english } from "../console/texts/en/index.ts";
import { french } from "../console/texts/fr/index.ts";
import { japanese } from "../console/texts/ja/index.ts";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { openConsole, PATIENCE_MILLISECONDS } from "./console-visit.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);

describe.runIf(hasBrowser)("the console", () => {
  it("sends a signed-out person to the sign-in page and back, and shows the account", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await page.getByRole("heading", { name: "Ask", exact: true }).waitFor();
    await expectNoProblems();
    await open("/overview");
    await page.getByText("of 1,000 granted").waitFor();
    await page.getByText("Nothing was spent in the last 30 days").first().waitFor();
    await expectNoProblems();
  });

  it("404: does not answer a missing script with the page", async () => {
    expect((await app.call("GET", "/console/assets/index-gone.js")).json.code).toBe("path_not_found");
  });

  it("can be navigated by keyboard alone", async () => {
    const { page } = await visitConsole();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^A company, a ticker/ }).fill("settings");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/console/settings");
    // After navigation the focus is on the whole page, which needs no focus ring.
    const ring = "getComputedStyle(document.querySelector('main:focus')).outlineStyle";
    await expect.poll(() => page.evaluate(ring)).toBe("none");
  });

  it("resets a page when it is opened again, also by keyboard from the page itself", async () => {
    const { page, open } = await visitConsole();
    const search = async (text: string, where: string) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: /^A company, a ticker/ }).fill(text);
      await page.getByRole("option", { name: where }).click();
    };
    await open("/companies?name=apple");
    await search("siemens", "Search companies for");
    await page
      .getByRole("link", { name: /Siemens/ })
      .first()
      .waitFor();
    expect(await page.getByLabel("Find a company").inputValue()).toBe("siemens");
    await page.goBack();
    await page.getByRole("link", { name: /Apple/ }).first().waitFor();
    await open("/news?keywords=Haldrewick");
    await search("Tessandral", "Search news for");
    await expect.poll(() => page.getByLabel("Keywords").inputValue()).toBe("Tessandral");
  });

  it("keeps the chosen theme, even before the first paint", async () => {
    const { page } = await visitConsole({ colorScheme: "light" });
    const background = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await background();
    await page.getByRole("button", { name: "Dark", exact: true }).click();
    expect(await background()).not.toBe(light);
    await page.reload({ waitUntil: "commit" });
    await expect
      .poll(() => page.evaluate("document.documentElement.dataset.theme"), { timeout: PATIENCE_MILLISECONDS })
      .toBe("dark");
  });

  it("speaks the chosen language, downloads no other, and formats numbers and dates by it", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    const languages = new Set<string>();
    page.on("request", (request) => {
      const language = /\/assets\/(en|de|fr|ja)-[^/]+\.js$/.exec(request.url())?.[1];
      if (language) languages.add(language);
    });
    const choose = async (label: string, name: string, title: string) => {
      await page.getByLabel(label, { exact: true }).selectOption(name);
      await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    };
    await choose("Console language", "Deutsch", "Fragen");
    expect(await page.evaluate("document.documentElement.lang")).toBe("de");
    await expectNoProblems();
    await open("/overview");
    await page.getByText("von 1.000 gewährten").waitFor();
    await open("/reports");
    await page
      .getByRole("cell", { name: /^\d\d\.\d\d\.\d{4}$/ })
      .first()
      .waitFor();
    await open("/");
    await choose("Sprache der Konsole", "日本語", "質問");
    expect(await page.evaluate("document.documentElement.lang")).toBe("ja");
    await expectNoProblems();
    await open("/overview");
    await page.getByText("付与 1,000 のうち").waitFor();
    await open("/reports");
    await page
      .getByRole("cell", { name: /^\d{4}\/\d\d\/\d\d$/ })
      .first()
      .waitFor();
    expect([...languages]).toEqual(["de", "ja"]);
  });

  it("starts in the language of the browser, with the formats of its region and from the first paint on", async () => {
    const { page, open, expectNoProblems } = await visitConsole({ locale: "fr-CH" });
    await page.getByRole("heading", { name: "Poser une question" }).waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("fr-CH");
    await open("/companies");
    await page.getByRole("heading", { name: "Sociétés" }).waitFor();
    await expectNoProblems();
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto(`${new URL(page.url()).origin}/console/`);
    await page.getByText("Poser une question").waitFor();
    expect(await page.getByText(english.ask.about).isVisible()).toBe(false);
  });

  it("falls back to English where the browser asks for no language of the console", async () => {
    const { page } = await visitConsole({ locale: "pt-BR" });
    await page.getByRole("heading", { name: "Ask", exact: true }).waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("en");
  });

  it("suggests questions that every report of the demo answers, in every language", async () => {
    const { key } = await app.addAccount({ credits: 10_000 });
    const post = async (path: string, body: object) =>
      (await app.call("POST", path, { key, body })).json.data;
    const { reports: found } = await post("/v1/company_report/report_search", { limit: 50 });
    expect(found.length).toBeGreaterThan(10);
    let asked = 0;
    for (const { report_id } of found) {
      const ask = (question: string) => post("/v1/chat/chat_report", { report_id, question });
      const isRead = async () => Boolean(await ask("What was the net income?"));
      await expect.poll(isRead, { timeout: PATIENCE_MILLISECONDS }).toBe(true);
      const { statements } = await post("/v1/financial/statements", { report_id, view: "standard" });
      const figures = listExampleFigures(statements);
      for (const { reports } of [english, german, french, japanese])
        for (const [figure, question] of Object.entries(reports.examples)) {
          if (!figures.has(figure)) continue;
          asked++;
          expect((await ask(question)).reference.length, `${report_id}: ${question}`).toBeGreaterThan(0);
        }
    }
    expect(asked).toBeGreaterThan(100);
  });

  it("names the prices of the price list on its buttons", async () => {
    const { key } = await app.addAccount();
    const { json } = await app.call("GET", "/v1/constant/credit_costs", { key });
    const costs: { operation_id: string; credits: number | null; about: string }[] = json.data.credit_costs;
    for (const [id, named] of Object.entries(PRICES)) {
      const cost = costs.find(({ operation_id }) => operation_id === id);
      expect([id, cost?.credits ?? Number.parseInt(cost?.about ?? "", 10)]).toEqual([id, named]);
    }
  });

  it("signs out", async () => {
    const { page } = await visitConsole();
    await page.getByRole("button", { name: "Sign out" }).click();
    const isSignInPage = () => page.url().includes("/sign-in");
    await expect.poll(isSignInPage).toBe(true);
    // The page leads back to the sign-in page at once, which may end the navigation before it is complete.
    await page.goBack().catch(() => null);
    await expect.poll(isSignInPage).toBe(true);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  it("fits a phone", async () => {
    const { page, expectNoProblems } = await visitConsole({ viewport: { width: 390, height: 844 } });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Reports", exact: true }).waitFor();
    await expectNoProblems();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Reports", exact: true }).waitFor({ state: "hidden" });
    expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Menu");
  });

  it("breaks names that are wider than a phone", async () => {
    const { page, open, expectNoProblems } = await visitConsole({ viewport: { width: 390, height: 844 } });
    await open("/agents/new");
    await page.getByLabel("Start from").selectOption("Income statement");
    await page.getByLabel("Name", { exact: true }).fill("Donaudampfschifffahrtsgesellschaft".repeat(4));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: /^Donau/ }).waitFor();
    await expectNoProblems();
    await page.getByRole("link", { name: "All agents" }).click();
    await page.getByRole("link", { name: /^Donau/ }).waitFor();
    await expectNoProblems();
  });
});
