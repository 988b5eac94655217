/**
 * Takes the pictures in `docs/screenshots` again, from a service of its own with the demo.
 *
 *   node test/take-screenshots.ts [parts of names]
 */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { EXAMPLE_IDS } from "../src/features/agents/data/example-ids.ts";
import { browserOptions } from "./browser.ts";
import { authorizationUrl, CLIENT } from "./oauth-client.ts";
import { PASSWORD } from "./person.ts";
import * as steps from "./screenshot-steps.ts";
import { florin, startService } from "./service.ts";

const FOLDER = "docs/screenshots";
const QUALITY = 74;
/** For pages of a report and charts, which are painted after they have loaded. */
const PAINT_MILLISECONDS = 4_000;
const PATIENCE_MILLISECONDS = 120_000;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const COMPANY = "ent_qpi4neyotut5";
const QUESTION = "What was the gross margin of Tessandral Instruments in 2024?";
const wanted = process.argv.slice(2);

interface Picture {
  /** In the console, or a whole URL. */
  path: string;
  /** The ends of its file names: a device, after the dark theme. */
  looks: readonly string[];
  act?: (page: Page) => Promise<void>;
}

const root = mkdtempSync(path.join(os.tmpdir(), "florin-screenshots-"));
const dataFolder = path.join(root, "data");
const service = await startService(dataFolder, ["--rate-factor", "100"]);
// Also when a picture cannot be taken.
process.once("exit", () => service.process.kill("SIGTERM"));
// The session's cookie belongs to a host name.
const site = service.ready.base_url.replace("127.0.0.1", "localhost");
const browser = await chromium.launch(browserOptions);
const account = await setUp();
const session = await account.storageState();
for (const [name, picture] of Object.entries(await listPictures())) {
  for (const look of picture.looks) if (isWanted(`${name}-${look}`)) await take(name, look, picture);
}
await browser.close();
service.process.kill("SIGTERM");
await service.ended;
rmSync(root, { recursive: true, force: true });
const bytes = readdirSync(FOLDER).reduce((sum, file) => sum + statSync(path.join(FOLDER, file)).size, 0);
console.log(`${readdirSync(FOLDER).length} pictures, ${bytes} bytes`);

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some((part) => name.includes(part));
}

async function setUp(): Promise<BrowserContext> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto((service.ready.set_up_url ?? "").replace("127.0.0.1", "localhost"));
  await page.getByLabel("Your name").fill("Ada Keller");
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.waitForURL(`${site}/console/**`);
  for (const name of ["Chen Li", "Dora Voss"]) {
    const email = `${name.split(" ")[0]?.toLowerCase()}@example.com`;
    await florin(["members", "invite", email, "--account", "Demo", "--name", name, "--data", dataFolder]);
  }
  return context;
}

/** Calls an operation as a page of the console does. */
async function call(operation: string, data: object) {
  const headers = { "x-florin-console": "1", "sec-fetch-site": "same-origin" };
  const reply = await account.request.post(`${site}/v1/${operation}`, { headers, data });
  return (await reply.json()).data;
}

/** Where a person is asked whether a client may act for them. */
async function openConsent(): Promise<string> {
  const reply = await account.request.post(`${site}/oauth/register`, { data: CLIENT });
  const { client_id } = await reply.json();
  return authorizationUrl({ baseUrl: site }, { client_id }).url;
}

async function findAgentReport(): Promise<string> {
  const wanted = { agent_id: EXAMPLE_IDS.builder, agent_type: "report", limit: 1, offset: 0 };
  const headers = { "x-florin-console": "1", "sec-fetch-site": "same-origin" };
  const reply = await account.request.post(`${site}/v1/agent_builder/outputs`, { headers, data: wanted });
  const [{ url }] = (await reply.json()).data;
  return url.replace("127.0.0.1", "localhost");
}

async function ask(question: string): Promise<string> {
  const { thread_id } = await call("chat/thread/create", { title: question });
  await call("chat/thread/ask", { thread_id, question });
  return `/ask/${thread_id}`;
}

/** Fills the account, and lists what to look at. */
async function listPictures(): Promise<Record<string, Picture>> {
  const { companies } = await call("company_report/company_search_batch", { limit: 40 });
  const ids = companies.map(({ svc_entity_id }: { svc_entity_id: string }) => svc_entity_id);
  const names = [COMPANY, "ent_xy2zkocnqeao", "ent_2ltowocmh7a2", "ent_ca6mk6u42wea", ...ids];
  await call("watchlist/create", { name: "Large caps", svc_entity_id_list: names });
  const missing = await ask("How many llamas does Tessandral Instruments own?");
  await ask("Which companies have the highest revenue?");
  const thread = await ask(QUESTION);
  const { reports } = await call("company_report/report_search", { svc_entity_id: COMPANY });
  const report = reports.find(({ file_title }: { file_title: string }) => file_title.endsWith("Report 2024"));
  const both = ["desktop", "phone"];
  return {
    ask: { path: "/", looks: [...both, "dark-desktop"] },
    "ask-chosen": { path: "/", looks: ["desktop", "dark-phone"], act: steps.chooseScope },
    thread: { path: thread, looks: ["desktop", "dark-phone"] },
    "not-found": { path: missing, looks: ["desktop"] },
    search: { path: "/search?query=dividend", looks: both, act: steps.searchReports },
    companies: { path: "/companies", looks: both },
    company: { path: `/companies/${COMPANY}`, looks: both },
    watchlists: { path: "/watchlists", looks: both },
    report: { path: `/reports/${report.report_id}`, looks: both, act: steps.askReport },
    reports: { path: "/reports", looks: both },
    upload: { path: "/reports?upload=1", looks: ["desktop"], act: steps.chooseFile },
    share: { path: "/reports?upload=1", looks: ["desktop", "dark-desktop", "phone"], act: steps.shareReport },
    news: { path: "/news?keywords=Tessandral", looks: both },
    agents: { path: "/agents", looks: both },
    builder: { path: "/agents", looks: [...both, "dark-desktop"], act: steps.openBuilder },
    overview: { path: "/overview", looks: both },
    data: { path: "/data/coverage", looks: ["desktop", "dark-phone"] },
    connect: { path: "/connect", looks: both },
    "try-it": { path: "/try/companies.search_batch", looks: both },
    keys: { path: "/settings/keys", looks: both },
    security: { path: "/settings/security", looks: both },
    audit: { path: "/settings/audit", looks: both },
    usage: { path: "/settings/usage", looks: ["desktop"] },
    "agent-report": { path: await findAgentReport(), looks: both },
    consent: { path: await openConsent(), looks: [...both, "dark-phone"] },
    "no-credits": { path: "/", looks: ["desktop"], act: steps.spendAll },
    "service-away": { path: "/", looks: ["desktop"], act: steps.cutOff },
  };
}

async function take(name: string, look: string, { path: at, act }: Picture): Promise<void> {
  const viewport = look.endsWith("phone") ? SIZES.phone : SIZES.desktop;
  const colorScheme = look.startsWith("dark") ? "dark" : "light";
  const context = await browser.newContext({ storageState: session, viewport, colorScheme, locale: "en-GB" });
  context.setDefaultTimeout(PATIENCE_MILLISECONDS);
  const page = await context.newPage();
  await page.goto(at.startsWith("http") ? at : `${site}/console${at}`);
  await settle(page);
  if (act) {
    await act(page);
    await settle(page);
  }
  const devtools = await context.newCDPSession(page);
  const shot = await devtools.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  writeFileSync(path.join(FOLDER, `${name}-${look}.webp`), Buffer.from(shot.data, "base64"));
  await context.close();
}

async function settle(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForTimeout(PAINT_MILLISECONDS);
}
