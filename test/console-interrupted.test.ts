import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { openConsole } from "./console-visit.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);
const COMPANY = "ent_qpi4neyotut5";
const QUESTION = "What was the gross margin of Tessandral Instruments in 2024?";
const ASK = "**/v1/chat/thread/ask";

/** Holds the calls of an address back until they are let go; counts them. */
async function holdCalls(page: Page, url: string) {
  const held = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(url, async (route) => {
    calls++;
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  return { letGo: () => held.resolve(), count: () => calls };
}

describe.runIf(hasBrowser)("a question whose page is left before it is answered", () => {
  it("is in the field again after a reload, spends nothing by itself, and is answered when it is sent", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/");
    await holdCalls(page, ASK);
    await page.getByLabel("Question").fill(QUESTION);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/console/ask/thr_*");
    await page.getByText("Working on it").waitFor();
    // Without unrouting the first, which would let its call go on.
    const again = await holdCalls(page, ASK);
    await page.reload();
    const field = page.getByLabel("Question");
    await expect.poll(() => field.inputValue()).toBe(QUESTION);
    expect(await page.getByLabel("Loading").count()).toBe(0);
    await expectNoProblems();
    expect(again.count()).toBe(0);
    again.letGo();
    await field.press("Enter");
    await page.getByRole("button", { name: "44.0 %" }).waitFor();
    expect(again.count()).toBe(1);
    await page.reload();
    await page.getByRole("button", { name: "44.0 %" }).waitFor();
    expect(await page.getByLabel("Ask a follow-up").inputValue()).toBe("");
  });

  it("is still being answered when the person comes back, and cannot be sent twice", async () => {
    const { page, open } = await visitConsole();
    await open("/");
    const asked = await holdCalls(page, ASK);
    await page.getByLabel("Question").fill(QUESTION);
    await page.keyboard.press("Enter");
    await page.getByText("Working on it").waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Ask", level: 1 }).waitFor();
    await page.goForward();
    await page.getByText("Working on it").waitFor();
    await page.getByLabel("Ask a follow-up").fill(QUESTION);
    await page.keyboard.press("Enter");
    asked.letGo();
    await page.getByRole("button", { name: "44.0 %" }).waitFor();
    expect(asked.count()).toBe(1);
  });

  it("keeps the answers of a report that were paid for, also of a page that was left or loaded again", async () => {
    const visit = await visitConsole();
    const { page, open, expectNoProblems } = visit;
    const call = "**/v1/chat/chat_report";
    const asked = await holdCalls(page, call);
    await open(`/companies/${COMPANY}/reports`);
    await page.getByRole("link", { name: "Tessandral Instruments, Inc. Annual Report 2024" }).first().click();
    await page.getByLabel("Question").fill("What was the gross profit in 2024?");
    await page.keyboard.press("Enter");
    await expect.poll(() => asked.count()).toBe(1);
    await page.goBack();
    await page.getByRole("heading", { name: "Tessandral Instruments, Inc.", level: 1 }).waitFor();
    await page.goForward();
    const answers = page.locator("section").filter({ hasText: "Ask this report" });
    await answers.getByLabel("Loading").waitFor();
    asked.letGo();
    await page.getByText(/^Confidence/).waitFor();
    await page.reload();
    await page.getByText(/^Confidence/).waitFor();
    await page.getByRole("heading", { name: "What was the gross profit in 2024?" }).waitFor();
    await expectNoProblems();
    expect(asked.count()).toBe(1);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in**");
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
  });
});

describe.runIf(hasBrowser)("a tab with files that are not sent yet", () => {
  it("asks before it is closed, and not any more once they are sent", async () => {
    const { page, open } = await visitConsole();
    await open("/reports");
    const uploads = await holdCalls(page, "**/v1/company_report/upload");
    let questions = 0;
    page.on("dialog", (dialog) => {
      questions++;
      void dialog.dismiss();
    });
    const files = ["one", "two"].map((name) => ({
      name: `${name}.html`,
      mimeType: "text/html",
      buffer: Buffer.from(`<html><body><h1>Annual report ${name}</h1></body></html>`),
    }));
    await page.getByRole("button", { name: "Upload a report" }).click();
    await page.getByLabel("Choose files").setInputFiles(files);
    await page.getByRole("button", { name: /^Upload 2 reports/ }).click();
    await expect.poll(() => uploads.count()).toBe(1);
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => questions).toBe(1);
    uploads.letGo();
    await expect.poll(() => uploads.count()).toBe(2);
    await expect.poll(() => page.getByText(/^Uploading/).count()).toBe(0);
    const closed = page.waitForEvent("close");
    await page.close({ runBeforeUnload: true });
    await closed;
    expect(questions).toBe(1);
  });
});

describe.runIf(hasBrowser)("an Enter that chooses a word of an input method", () => {
  it("sends no question", async () => {
    const { page, open } = await visitConsole();
    await open("/news?keywords=Tessandral");
    const asked = await holdCalls(page, "**/v1/news/web_news_chat");
    const field = page.getByLabel("Question");
    await field.fill("増益");
    await field.dispatchEvent("keydown", { key: "Enter", isComposing: true });
    await field.dispatchEvent("keydown", { key: "Enter", keyCode: 229 });
    expect(asked.count()).toBe(0);
    await field.press("Enter");
    await expect.poll(() => asked.count()).toBe(1);
  });
});
