import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { openConsole, type Visit } from "./console-visit.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);
const COMPANY = "ent_qpi4neyotut5";

/** Runs in the browser: colours fade into those of the other theme, and are unreadable in between. */
const COLOURS_CHANGED = `Promise.allSettled(
  document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished),
)`;

/** Calls an operation as a page of the console does. */
async function callAs({ page }: Visit, path: string, data: object) {
  const reply = await page.request.post(new URL(path, page.url()).href, {
    headers: { "x-florin-console": "1", "sec-fetch-site": "same-origin" },
    data,
  });
  expect([path, reply.status()]).toEqual([path, 200]);
  const json = await reply.json();
  return json.data ?? json;
}

/** Something to look at, and the addresses of every page by the pattern of its route. */
async function fillPages(visit: Visit): Promise<Record<string, readonly string[]>> {
  const { thread_id } = await callAs(visit, "/v1/chat/thread/create", {});
  const question = "What was the gross margin of Tessandral Instruments in 2024?";
  await callAs(visit, "/v1/chat/thread/ask", { thread_id, question });
  const { watchlist_id } = await callAs(visit, "/v1/watchlist/create", {
    name: "Instruments",
    svc_entity_id_list: [COMPANY],
  });
  const { reports } = await callAs(visit, "/v1/company_report/report_search", { svc_entity_id: COMPANY });
  const { id } = await callAs(visit, "/v1/agent_builder/create", {
    name: "Income statement",
    field_mapping: { Income: { revenue: { label: "Revenue", type: "money" } } },
    svc_entity_id_list: [COMPANY],
  });
  const settings = "keys applications members security sessions audit usage model data".split(" ");
  return {
    "/": ["/"],
    "/ask/:id": [`/ask/${thread_id}`, "/ask/thr_none"],
    "/search": ["/search", "/search?query=dividend"],
    "/overview": ["/overview"],
    "/companies": ["/companies"],
    "/companies/:id": [`/companies/${COMPANY}`],
    "/companies/:id/:tab": "financials reports news filings agents"
      .split(" ")
      .map((tab) => `/companies/${COMPANY}/${tab}`),
    "/watchlists": ["/watchlists"],
    "/watchlists/:id": [`/watchlists/${watchlist_id}`],
    "/news": ["/news", "/news?keywords=Tessandral"],
    "/reports": ["/reports?upload=1"],
    "/reports/:id": [`/reports/${reports[0].report_id}`],
    "/agents": ["/agents"],
    "/agents/new": ["/agents/new"],
    "/agents/webhooks": ["/agents/webhooks"],
    "/agents/:id": [`/agents/${id}`],
    "/agents/:id/edit": [`/agents/${id}/edit`],
    "/data": ["/data"],
    "/data/:section": "sources coverage exports parser ledger".split(" ").map((name) => `/data/${name}`),
    "/connect": ["/connect"],
    "/try": ["/try"],
    "/try/:operation": ["/try/companies.search_batch"],
    "/settings": ["/settings/keys?create=1"],
    "/settings/:section": settings.map((section) => `/settings/${section}`),
    unknown: ["/nowhere"],
  };
}

describe.runIf(hasBrowser)("every page of the console", { timeout: 900_000 }, () => {
  for (const [name, viewport] of Object.entries({
    desktop: { width: 1440, height: 900 },
    phone: { width: 390, height: 844 },
  })) {
    it(`is accessible in both themes and fits the window: ${name}`, async () => {
      const visit = await visitConsole({ viewport, colorScheme: "light" });
      const pages = await fillPages(visit);
      const source = readFileSync("console/shell/pages.tsx", "utf8");
      const routes = [...source.matchAll(/^\s+\[?\s*"(\/[^"]*)",/gm)].map(([, pattern]) => pattern);
      expect(Object.keys(pages).filter((pattern) => pattern !== "unknown")).toEqual(routes);
      for (const address of Object.values(pages).flat()) {
        await visit.open(address);
        for (const colorScheme of ["light", "dark"] as const) {
          await visit.page.emulateMedia({ colorScheme });
          await visit.page.evaluate(COLOURS_CHANGED);
          await visit.expectNoProblems().catch((cause: unknown) => {
            throw new Error(`${address}, ${colorScheme}`, { cause });
          });
        }
      }
    });
  }
});
