/**
 * How soon the console shows something: largest contentful paint of its first pages, with an empty cache, against a
 * bare static page on the same machine in turns.
 *
 *   node bench/console.ts [--rounds 9]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { ask } from "../console/texts/en/ask.ts";
import { browserOptions } from "../test/browser.ts";
import { PASSWORD } from "../test/person.ts";
import { startService } from "../test/service.ts";
import { readOptions } from "./service/options.ts";
import { median } from "./service/statistics.ts";

const options = readOptions({ rounds: 9 });
const BARE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title></head>
<body><h1>${ask.title}</h1><p>${ask.about}</p></body></html>`;
const SETTLED_MILLISECONDS = 1_500;

const root = mkdtempSync(path.join(os.tmpdir(), "florin-bench-console-"));
// Without the demo, whose reports would be read all the while.
const service = await startService(path.join(root, "data"), ["--no-demo"]);
// The session's cookie belongs to a host name.
const site = service.ready.base_url.replace("127.0.0.1", "localhost");
const bare = createServer((_request, reply) => reply.setHeader("content-type", "text/html").end(BARE));
await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
const pages: Record<string, string> = {
  bare: `http://localhost:${(bare.address() as AddressInfo).port}/`,
  home: `${site}/console/`,
  "sign-in": `${site}/sign-in`,
};

const browser = await chromium.launch(browserOptions);
const session = await setUp();
const taken = new Map<string, number[]>();
for (let round = 0; round <= options.rounds; round++) {
  // In another order each time: the page after a pause is slower, whichever it is.
  const turn = Object.entries(pages);
  for (const [name, url] of [...turn.slice(round % turn.length), ...turn.slice(0, round % turn.length)]) {
    const context = await browser.newContext(name === "home" ? { storageState: session } : {});
    const milliseconds = await paintOf(context, url);
    await context.close();
    // The first round warms the browser and the service.
    if (round > 0) taken.set(name, [...(taken.get(name) ?? []), milliseconds]);
  }
}
const base = median(taken.get("bare") ?? []);
for (const [name, samples] of taken) {
  const own = median(samples);
  console.log(`${name.padEnd(8)} ${own.toFixed(0).padStart(5)} ms  ${(own / base).toFixed(2)} of bare`);
}
await browser.close();
bare.close();
service.process.kill("SIGTERM");
await service.ended;
rmSync(root, { recursive: true, force: true });

/**
 * The state of a browser in which a person has set the service up and is signed in. The account has no credits, so the
 * page has a banner that arrives late, which must not become its largest paint.
 */
async function setUp(): Promise<Awaited<ReturnType<BrowserContext["storageState"]>>> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto((service.ready.set_up_url ?? "").replace("127.0.0.1", "localhost"));
  await page.getByLabel("Name of the account").fill("Bench");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.waitForURL(`${site}/console/**`);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function paintOf(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForTimeout(SETTLED_MILLISECONDS);
  // As text, since the types of this project's programs know no paints.
  return page.evaluate<number>(`new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime));
    observer.observe({ type: "largest-contentful-paint", buffered: true });
  })`);
}
