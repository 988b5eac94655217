import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Request,
} from "playwright-core";
import { expect } from "vitest";
import { findSeriousFaults } from "./accessibility.ts";
import type { TestApp } from "./app.ts";
import { browserOptions, hasBrowser } from "./browser.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { addPerson, PASSWORD } from "./person.ts";

export interface Visit {
  page: Page;
  email: string;
  accountId: string;
  memberId: string;
  /** Opens a page of the console and waits until it has settled. */
  open: (path: string) => Promise<void>;
  /** The browser reported no error, and the page is accessible. */
  expectNoProblems: () => Promise<void>;
}

/** Generous, because a busy machine is many times slower. */
export const PATIENCE_MILLISECONDS = 120_000;

/** Who visits: someone new with an account of their own, or a member of one that is there. */
interface Visitor {
  accountId?: string;
  role?: "owner" | "member";
  name?: string;
}

export type VisitConsole = (options?: BrowserContextOptions, visitor?: Visitor) => Promise<Visit>;

/** Signs a person in to the console in a real browser that records every error. */
export async function openConsole(app: TestApp): Promise<VisitConsole> {
  if (!hasBrowser) return () => Promise.reject(new Error("there is no browser here"));
  const browser = await chromium.launch(browserOptions);
  onTestFileEnd(() => browser.close());
  return (options = {}, visitor = {}) => visit(app, browser, { options, visitor });
}

async function visit(
  app: TestApp,
  browser: Browser,
  { options, visitor }: { options: BrowserContextOptions; visitor: Visitor },
): Promise<Visit> {
  const { email, accountId, memberId } = await addPerson(app, visitor);
  // Passkeys are bound to a host name, so the browser uses one.
  const site = app.baseUrl.replace("127.0.0.1", "localhost");
  const context = await browser.newContext({ locale: "en-GB", ...options });
  context.setDefaultTimeout(PATIENCE_MILLISECONDS);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(`${message.text()} ${message.location().url}`);
  });
  page.on("request", (request) => {
    const { protocol } = new URL(request.url());
    if (protocol.startsWith("http") && !request.url().startsWith(site))
      troubles.push(`outside: ${request.url()}`);
  });
  const pending = trackRequests(page);
  // Shares its cookies with the page. The sign-in form has tests of its own.
  const signedIn = await context.request.post(`${site}/console/api/sign_in`, {
    headers: { "x-florin-console": "1", "sec-fetch-site": "same-origin" },
    data: { email, password: PASSWORD },
  });
  expect(signedIn.status()).toBe(200);
  await page.goto(`${site}/console/`);
  // The address changes before the page can hear a key.
  await page.getByRole("heading", { level: 1 }).waitFor();
  return {
    page,
    email,
    accountId,
    memberId,
    async open(path) {
      await page.goto(`${site}/console${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await waitUntilSettled(page, pending);
    },
    async expectNoProblems() {
      expect(await findSeriousFaults(page)).toEqual([]);
      const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
      expect(troubles).toEqual([]);
    },
  };
}

/** The requests of the page that have no answer yet. */
function trackRequests(page: Page): Set<Request> {
  const pending = new Set<Request>();
  page.on("request", (request) => {
    // The stream of changes stays open.
    if (!request.url().includes("/console/api/live")) pending.add(request);
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  return pending;
}

/** Every request is answered, and rendering the answers led to no further one. */
async function waitUntilSettled(page: Page, pending: Set<Request>): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await expect.poll(() => pending.size, { timeout: PATIENCE_MILLISECONDS, interval: 10 }).toBe(0);
    await page.evaluate(renderTwice);
    quiet = pending.size === 0 ? quiet + 1 : 0;
  }
}

/** Runs in the browser. */
function renderTwice(): Promise<void> {
  const { requestAnimationFrame } = globalThis as unknown as {
    requestAnimationFrame: (next: () => void) => void;
  };
  return new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 10))),
  );
}

/** Waits until smooth scrolling has brought the element into view. */
export async function expectInSight(place: Locator): Promise<void> {
  await place.waitFor();
  await expect.poll(() => place.evaluate(isInSight), { timeout: PATIENCE_MILLISECONDS }).toBe(true);
}

/** Runs in the browser. */
function isInSight(element: { getBoundingClientRect: () => { top: number; bottom: number } }): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= (globalThis as unknown as { innerHeight: number }).innerHeight;
}

/** Drops a file on an element, as a person does from a file manager. */
export async function dropFile(
  place: Locator,
  file: { name: string; type: string; content: Buffer },
): Promise<void> {
  const { name, type, content } = file;
  const carried = await place
    .page()
    .evaluateHandle(makeFileTransfer, [name, type, content.toString("base64")]);
  await place.dispatchEvent("drop", { dataTransfer: carried });
}

/** Runs in the browser. */
function makeFileTransfer([name, type, base64]: string[]): unknown {
  // biome-ignore lint/suspicious/noExplicitAny: the browser's own objects, which this project's types do not know
  const { DataTransfer, File } = globalThis as any;
  const bytes = Uint8Array.from(atob(base64 ?? ""), (letter) => letter.charCodeAt(0));
  const carried = new DataTransfer();
  carried.items.add(new File([bytes], name, { type }));
  return carried;
}
