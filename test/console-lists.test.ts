import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ICON } from "../src/surfaces/icon.ts";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { openConsole, PATIENCE_MILLISECONDS } from "./console-visit.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);
const COMPANY = "ent_qpi4neyotut5";
const ROWS = 5_000;
const ROWS_SHOWN_MAX = 60;
const ROW_PIXELS = 36;

/** Runs in the browser. */
const heightOf = (row: { getBoundingClientRect: () => { height: number } }) =>
  row.getBoundingClientRect().height;

const focusedText = (page: Page) => page.evaluate<string>("document.activeElement.textContent");

/** Answers as the service does, for a list that is longer than it allows. */
async function showLongList(page: Page): Promise<void> {
  const list = {
    watchlist_id: "wat_long",
    name: "Long",
    visibility: "private",
    own: true,
    companies: ROWS,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
  };
  const company_list = Array.from({ length: ROWS }, (_none, at) => ({
    svc_entity_id: `ent_${at}`,
    name: `Company ${at + 1}`,
    ticker: `C${at + 1}`,
    fictional: true,
    added_at: list.created_at,
    price: { close: 10 + at / 7, currency: "USD", date: "2026-01-02", change: (at % 9) / 100 - 0.04 },
    figures: [],
    report: null,
    article: null,
  }));
  const answer = (data: unknown) => ({ json: { status_code: 200, data, message: "Success" } });
  await page.route("**/v1/watchlist/list**", (route) => route.fulfill(answer({ watchlists: [list] })));
  await page.route("**/v1/watchlist/get**", (route) => route.fulfill(answer({ ...list, company_list })));
  // A picture, as in life: in place of a missing one the browser would lay out its alternative text.
  await page.route("**/logos/**", (route) => route.fulfill({ contentType: "image/svg+xml", body: ICON }));
}

const NOTCH_PIXELS = 120;
const FRAMES = 150;

interface Scrolling {
  /** Rows that were put on the page. */
  added: number;
  /** Changes in rows that were there already. */
  changed: number;
  /** How often a component rendered a row, also when it came out as it was. */
  rendered: number;
  p95: number;
  task: number;
}

/**
 * Runs in the browser: scrolls by a notch of a mouse wheel in every frame, and counts the work. Each row prints one
 * price, so the prices printed are the rows rendered.
 */
const SCROLL = `new Promise((resolve) => {
  const count = { added: 0, changed: 0, rendered: 0 };
  const print = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, "format");
  Object.defineProperty(Intl.NumberFormat.prototype, "format", {
    configurable: true,
    get() {
      if (this.resolvedOptions().style === "currency") count.rendered++;
      return print.get.call(this);
    },
  });
  const added = new Set();
  const changes = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      for (const node of addedNodes) if (node.dataset?.row !== undefined) added.add(node);
      const row = (target instanceof Element ? target : target.parentElement).closest("[data-row]");
      if (row && !added.has(row)) count.changed++;
    }
    count.added += added.size;
    added.clear();
  });
  changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: "longtask" });
  const frames = [];
  let last = performance.now();
  const step = (now) => {
    frames.push(now - last);
    last = now;
    scrollBy(0, ${NOTCH_PIXELS});
    if (frames.length < ${FRAMES}) return requestAnimationFrame(step);
    changes.disconnect();
    Object.defineProperty(Intl.NumberFormat.prototype, "format", print);
    const p95 = frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)];
    resolve({ ...count, p95, task: Math.max(0, ...tasks) });
  };
  requestAnimationFrame(step);
})`;

/** Times depend on what else the machine does: they are printed next to those of a page without any script. */
async function printTimes(page: Page, own: Scrolling): Promise<void> {
  const bare = await page.context().newPage();
  await bare.setContent(Array.from({ length: ROWS }, (_none, at) => `<p>Company ${at + 1}</p>`).join(""));
  const other = await bare.evaluate<Scrolling>(SCROLL);
  await bare.close();
  await page.bringToFront();
  const print = ({ p95, task }: Scrolling) => `p95 ${p95.toFixed(1)} ms, longest task ${task.toFixed(0)} ms`;
  const work = `${own.added} rows added, ${own.rendered} rendered, ${own.changed} changed`;
  console.info(`5,000 rows, ${FRAMES} frames: ${work}, ${print(own)}; a bare page: ${print(other)}`);
}

describe.runIf(hasBrowser)("lists in the console", { timeout: 300_000 }, () => {
  it("move the focus with the arrow keys, in the navigation, in lists and in tables", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/reports");
    await page.getByRole("link", { name: "Search", exact: true }).focus();
    await page.keyboard.press("ArrowDown");
    expect(await focusedText(page)).toBe("Companies");
    await page.keyboard.press("End");
    expect(await focusedText(page)).toBe("Settings");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowUp");
    expect(await focusedText(page)).toBe("Ask");
    const rows = page.locator("tbody tr");
    await rows.first().getByRole("link").first().focus();
    const second = await rows.nth(1).getByRole("link").first().textContent();
    await page.keyboard.press("ArrowDown");
    expect(await focusedText(page)).toBe(second);
    await page.getByRole("button", { name: "All", exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await focusedText(page)).toBe("Yours");
    // In a field the keys are the field's.
    await page.getByLabel("Title contains").fill("annual");
    await page.keyboard.press("Home");
    await page.keyboard.type("x");
    expect(await page.getByLabel("Title contains").inputValue()).toBe("xannual");
    await expectNoProblems();
  });

  it("move the focus sideways through tabs, and keep the column in a table", async () => {
    const { page, open } = await visitConsole();
    await open(`/companies/${COMPANY}/financials`);
    await page.getByRole("link", { name: "Financials", exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await focusedText(page)).toBe("Reports");
    await page.keyboard.press("ArrowLeft");
    expect(await focusedText(page)).toBe("Financials");
    const cell = (row: number, column: number) =>
      page.locator("tbody tr").nth(row).locator("td, th").nth(column).getByRole("link");
    await cell(0, 1).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    expect(await focusedText(page)).toBe(await cell(1, 2).textContent());
  });

  it("render the rows near the window only, and each of 5,000 once while scrolling to it", async () => {
    const { page, open, expectNoProblems } = await visitConsole({ viewport: { width: 1440, height: 900 } });
    await showLongList(page);
    await open("/watchlists");
    await page.getByRole("row", { name: /Company 1 C1\b/ }).waitFor();
    const rows = page.locator("tbody tr");
    expect(await rows.count()).toBeLessThan(ROWS_SHOWN_MAX);
    expect(await rows.first().evaluate(heightOf)).toBe(ROW_PIXELS);
    await expectNoProblems();
    const height = await page.evaluate<number>("document.documentElement.scrollHeight");
    expect(height).toBeGreaterThan(ROWS * ROW_PIXELS);
    const logos: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/logos/")) logos.push(request.url());
    });
    const scrolling = await page.evaluate<Scrolling>(SCROLL);
    // Rows that only pass by load no picture; those that stay do.
    expect(logos).toEqual([]);
    await expect.poll(() => logos.length, { timeout: PATIENCE_MILLISECONDS }).toBeGreaterThan(0);
    const passed = (FRAMES * NOTCH_PIXELS * ROWS) / height;
    for (const count of [scrolling.added, scrolling.rendered]) {
      expect(count).toBeGreaterThan(passed - ROWS_SHOWN_MAX);
      expect(count).toBeLessThan(passed + ROWS_SHOWN_MAX);
    }
    expect(scrolling.changed).toBe(0);
    expect(await rows.count()).toBeLessThan(ROWS_SHOWN_MAX);
    await printTimes(page, scrolling);
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    await page.getByRole("row", { name: /Company 5000 C5000/ }).waitFor();
    expect(await page.evaluate<number>("document.documentElement.scrollHeight")).toBe(height);
  });
});

/** Calls an operation as a page does, outside of it. */
async function callFrom(page: Page, path: string, data: object) {
  const headers = { "x-florin-console": "1", "sec-fetch-site": "same-origin" };
  const reply = await page.request.post(new URL(path, page.url()).href, { headers, data });
  return (await reply.json()).data;
}

async function askThread(page: Page): Promise<string> {
  const { thread_id } = await callFrom(page, "/v1/chat/thread/create", {});
  const question = "How many llamas does Tessandral Instruments own?";
  await callFrom(page, "/v1/chat/thread/ask", { thread_id, question });
  return thread_id;
}

async function findReport(page: Page): Promise<string> {
  const { reports } = await callFrom(page, "/v1/company_report/report_search", { svc_entity_id: COMPANY });
  return reports[0].report_id;
}

describe.runIf(hasBrowser)("looking again in the console", { timeout: 300_000 }, () => {
  it("costs nothing when a page is reloaded within a minute", async () => {
    const { page, open } = await visitConsole();
    const charged: string[] = [];
    page.on("response", (response) => {
      const credits = Number(response.headers()["x-credits-charged"] ?? 0);
      if (credits > 0) charged.push(`${new URL(response.url()).pathname}: ${credits}`);
    });
    const places = [
      "/",
      "/overview",
      "/companies",
      `/companies/${COMPANY}`,
      `/companies/${COMPANY}/financials`,
      `/companies/${COMPANY}/reports`,
      `/companies/${COMPANY}/news`,
      `/companies/${COMPANY}/filings`,
      "/reports",
      `/reports/${await findReport(page)}`,
      `/ask/${await askThread(page)}`,
      "/news?keywords=Tessandral",
      "/watchlists",
      "/agents",
      "/data",
      "/search?query=tariffs",
      "/settings/audit",
    ];
    for (const place of places) {
      const before = charged.length;
      await open(place);
      expect([place, charged.slice(before)]).toEqual([place, []]);
      const paid = charged.length;
      await open(place);
      expect([place, charged.slice(paid)]).toEqual([place, []]);
    }
  });
});
