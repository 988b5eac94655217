import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { expectInSight, openConsole, PATIENCE_MILLISECONDS } from "./console-visit.ts";
import { PASSWORD } from "./person.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);
const QUESTION = "What was the gross margin of Tessandral Instruments in 2024?";

describe.runIf(hasBrowser)("asking in the console", () => {
  it("answers a question next to its marked page, and keeps the company for the follow-up", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/");
    await page.getByLabel("Question").fill(QUESTION);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/console/ask/thr_*");
    await expectInSight(page.locator("[data-mark]"));
    await page.getByRole("button", { name: "44.0 %" }).click();
    await page.getByText("Computed: gross margin").waitFor();
    await expectNoProblems();
    const sources = page.getByRole("list", { name: "Sources" });
    const current = sources.locator("[aria-current=true]");
    expect(await current.textContent()).toContain("Gross profit 940");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("j");
    await expect.poll(() => current.textContent()).toContain("Net sales 2,136");
    await page.keyboard.press("k");
    await expect.poll(() => current.textContent()).toContain("Gross profit 940");
    await page.getByLabel("Ask a follow-up").fill("and its net income?");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "$250 million" }).waitFor();
    await expect.poll(() => current.textContent()).toContain("Net income 250");
    await page.reload();
    await page.getByRole("button", { name: "$250 million" }).waitFor();
    await expectNoProblems();
  });

  it("links the numbers of prices to the page that draws them, and a change to its formula", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/");
    await page
      .getByLabel("Question")
      .fill("How did the share price of Tessandral Instruments change in the last year?");
    await page.keyboard.press("Enter");
    await page.getByText("closed at USD 64.30").waitFor();
    const change = page.getByRole("button", { name: "11.3", exact: true });
    await change.click();
    await page.getByText("Computed: 64.30 ÷ 57.77 − 1").waitFor();
    await expectNoProblems();
    await page.getByRole("link", { name: "64.30", exact: true }).click();
    await page.getByRole("heading", { name: "Tessandral Instruments, Inc.", level: 1 }).waitFor();
    await expectNoProblems();
  });

  it("shares a thread inside the account by its address, and with no one else", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    const stranger = await visitConsole();
    await open("/");
    await page.getByLabel("Question").fill("share price of Tessandral Instruments");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByText("closed at USD 64.30").waitFor();
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByLabel("Title").fill("Prices to watch");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Prices to watch" }).waitFor();
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByRole("button", { name: "Share with the account" }).click();
    const address = await page.getByLabel("Link").inputValue();
    await expectNoProblems();
    expect(address).toBe(page.url());
    await stranger.page.goto(address);
    await stranger.page.getByText("Thread not found").waitFor();
    await page.keyboard.press("Escape");
    const colleague = await signInColleague(page.url());
    await colleague.getByText("closed at USD 64.30").waitFor();
    await colleague.context().close();
    await page.goto(`${new URL(address).origin}/console/`);
    await page.getByLabel("Search threads").fill("prices to");
    const shared = page.getByRole("listitem").filter({ hasText: "Shared" });
    await shared.getByRole("link", { name: "Prices to watch" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No threads yet").waitFor();

    async function signInColleague(url: string) {
      await open("/settings/members");
      await page.getByRole("button", { name: "Invite a member" }).click();
      const email = `colleague-${Date.now()}@example.com`;
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Name").fill("Colleague");
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      const join = await page.getByText(/\/join\//).textContent();
      const context = await page.context().browser()?.newContext();
      if (!context || !join) throw new Error("the invitation has no link");
      context.setDefaultTimeout(PATIENCE_MILLISECONDS);
      const other = await context.newPage();
      await other.goto(join.replace("127.0.0.1", "localhost"));
      await other
        .getByLabel(/password/i)
        .first()
        .fill(PASSWORD);
      await other.getByRole("button").last().click();
      await other.waitForURL("**/console/**");
      await other.goto(url);
      return other;
    }
  });

  it("exports a thread as Markdown and as a Word document, and asks a company without its name in the question", async () => {
    const { page, open } = await visitConsole();
    await open("/");
    await page.getByRole("button", { name: "Company", exact: true }).click();
    await page.getByLabel("Company").fill("tessandral");
    await page.getByRole("option", { name: /Tessandral Instruments/ }).click();
    await page.getByLabel("Question").fill("What was the revenue in 2024?");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "$2,136 million" }).waitFor();
    const exportAs = async (kind: string) => {
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export", exact: true }).click();
      await page.getByRole("dialog", { name: "Export" }).getByRole("button", { name: kind }).click();
      const download = await saved;
      return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
    };
    const markdown = (await exportAs("Markdown")).content.toString();
    expect(markdown).toContain("$2,136 million");
    expect(markdown).toContain("page 12");
    const word = await exportAs("Word");
    expect(word.name).toMatch(/\.docx$/);
    const parts = unzipSync(word.content);
    const document = strFromU8(parts["word/document.xml"] ?? new Uint8Array());
    expect(document).toContain("$2,136 million");
    expect(document).toContain("page 12");
    expect(strFromU8(parts["word/_rels/document.xml.rels"] ?? new Uint8Array())).toMatch(/\/c\/[^"]+"/);
  });

  it("gives a first question back when it cannot be asked, and leaves no empty thread", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await page.route("**/v1/chat/thread/ask", (route) =>
      route.fulfill({
        json: { status_code: 503, code: "overloaded", message: "Service temporarily unavailable" },
      }),
    );
    await open("/");
    await page.getByLabel("Question").fill(QUESTION);
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Service temporarily unavailable").waitFor();
    await page.waitForURL("**/console/");
    expect(await page.getByLabel("Question").inputValue()).toBe(QUESTION);
    await page.getByText("No threads yet").waitFor();
    await expectNoProblems();
  });

  it("asks several companies at once for the years chosen, and shows what the thread is about", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/");
    const add = async (kind: string, typed: string, option: RegExp) => {
      await page.getByRole("button", { name: kind, exact: true }).click();
      await page.getByRole("combobox", { name: kind, exact: true }).fill(typed);
      await page.getByRole("option", { name: option }).first().click();
    };
    await add("Company", "tessandral", /Tessandral Instruments/);
    await add("Company", "orvenkamp", /Orvenkamp/);
    await page.getByRole("button", { name: "Period", exact: true }).click();
    await page.getByLabel("From year").selectOption("2024");
    await page.getByLabel("To year").selectOption("2024");
    await expectNoProblems();
    await page.getByRole("button", { name: "Add period" }).click();
    await page.getByRole("button", { name: "Remove 2024" }).waitFor();
    await page.getByLabel("Question").fill("What was the revenue?");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "$2,136 million" }).waitFor();
    await page.getByText(/Orvenkamp.*revenue, FY2024/).waitFor();
    const form = page.locator("form").filter({ has: page.getByLabel("Ask a follow-up") });
    await form
      .getByRole("link", { name: /Orvenkamp/ })
      .first()
      .waitFor();
    await form.getByText("FY2024").waitFor();
    await expectNoProblems();
  });

  it("reads two chosen reports, and keeps to them for the follow-up after a reload", async () => {
    const { page, open, expectNoProblems } = await visitConsole({ viewport: { width: 390, height: 844 } });
    await open("/");
    for (const year of ["2024", "2023"]) {
      await page.getByRole("button", { name: "Report", exact: true }).click();
      await page
        .getByRole("combobox", { name: "Report", exact: true })
        .fill(`Tessandral Annual Report ${year}`);
      await page.getByRole("option", { name: new RegExp(`Annual Report ${year}`) }).click();
    }
    await expectNoProblems();
    await page.getByLabel("Question").fill("What were net sales?");
    await page.keyboard.press("Enter");
    await page.getByText(/Annual Report 2023: .*\d/).waitFor();
    await page.getByText(/Annual Report 2024: .*2,136/).waitFor();
    await page.reload();
    await page.getByLabel("Ask a follow-up").fill("What was net income?");
    await page.keyboard.press("Enter");
    await page.getByText(/Annual Report 2024: .*250/).waitFor();
    await expectNoProblems();
  });

  it("shows the nearest pages free of charge when nothing was found, also on a phone at night", async () => {
    const { page, open, expectNoProblems } = await visitConsole({
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
    });
    await open("/");
    await expectNoProblems();
    await page.getByLabel("Question").fill("How many llamas does Tessandral Instruments own?");
    await page.keyboard.press("Enter");
    await page.getByText("Not found", { exact: true }).waitFor();
    const nearest = page.getByRole("region", { name: "Nearest pages" });
    await nearest.getByRole("button").first().click();
    await page.getByRole("region", { name: "Source" }).locator("[data-mark]").waitFor();
    await page.keyboard.press("j");
    await nearest.getByRole("button").nth(1).and(page.locator("[aria-current=true]")).waitFor();
    const pages = await nearest.locator("li button > span > span:last-child").allTextContents();
    expect(pages).toHaveLength(5);
    expect(new Set(pages).size).toBe(5);
    await expectNoProblems();
  });
});
