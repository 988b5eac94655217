import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findSeriousFaults } from "./accessibility.ts";
import { startTestApp } from "./app.ts";
import { browserOptions, hasBrowser } from "./browser.ts";

const REPORT = "rep_vujzjgh7sqyi";
const app = await startTestApp({ demo: true });
const { key } = await app.addAccount();
const client = new Client({ name: "florin-test", version: "1" });
const requestInit = { headers: { "X-API-KEY": key } };
await client.connect(new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp`), { requestInit }));

afterAll(() => client.close());

/** A client as small as it can be: it answers the handshake, hands over the result and reads resources for the view. */
const HOST = `<!doctype html><html lang="en"><title>A client</title>
<iframe title="View" sandbox="allow-scripts" style="width:100%;height:860px;border:0"></iframe>
<script>
  const { html, result, theme } = GIVEN;
  const frame = document.querySelector("iframe");
  const send = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
  window.addEventListener("message", async ({ data }) => {
    if (data.method === "ui/initialize")
      send({ id: data.id, result: { protocolVersion: "2026-01-26", hostContext: { theme } } });
    if (data.method === "ui/notifications/initialized")
      send({ method: "ui/notifications/tool-result", params: result });
    if (data.method === "resources/read")
      send({ id: data.id, result: await window.readResource(data.params.uri) });
  });
  frame.srcdoc = html;
</script>`;

it("names the view of each tool that has one, as a resource without data or outside hosts", async () => {
  const { tools } = await client.listTools();
  const { resources } = await client.listResources();
  const named = tools.flatMap(({ _meta }) => (_meta?.["ui"] as { resourceUri: string })?.resourceUri ?? []);
  expect(named.toSorted()).toEqual(["ui://florin/answer", "ui://florin/statements"]);
  for (const uri of named) {
    expect(resources.find((one) => one.uri === uri)?.mimeType).toBe("text/html;profile=mcp-app");
    const [view] = (await client.readResource({ uri })).contents;
    expect(view).toMatchObject({ mimeType: "text/html;profile=mcp-app", _meta: { ui: { csp: {} } } });
    expect((view as { text: string }).text).not.toMatch(/https?:\/\//);
  }
});

describe.runIf(hasBrowser)("a view in the frame of a client", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch(browserOptions);
  });
  afterAll(() => browser?.close());

  async function open(uri: string, result: unknown, theme: "light" | "dark"): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 760, height: 900 } });
    await page.route("**/*", (route) => route.abort());
    await page.exposeFunction("readResource", (address: string) => client.readResource({ uri: address }));
    const [view] = (await client.readResource({ uri })).contents;
    const given = JSON.stringify({ html: (view as { text: string }).text, result, theme });
    await page.setContent(HOST.replace("GIVEN", () => given.replaceAll("<", "\\u003c")));
    return page;
  }

  it.each(["light", "dark"] as const)(
    "shows an answer and marks its number on the page, %s",
    async (theme) => {
      const question = "What was the net sales in 2024?";
      const result = await client.callTool({
        name: "ask_report",
        arguments: { report_id: REPORT, question },
      });
      const page = await open("ui://florin/answer", result, theme);
      const view = page.frameLocator("iframe");
      await expect.poll(() => view.locator(".answer").textContent()).toContain("2,136");
      await view.getByRole("button").first().click();
      await expect.poll(() => view.locator("figure img").count()).toBe(1);
      const [mark, sheet] = [
        await view.locator("mark").boundingBox(),
        await view.locator("figure img").boundingBox(),
      ];
      expect(mark && sheet && mark.x > sheet.x && mark.y > sheet.y && mark.width < sheet.width / 5).toBe(
        true,
      );
      expect(await findSeriousFaults(page)).toEqual([]);
      if (process.env["FLORIN_SCREENSHOTS"])
        await page.screenshot({ path: `${process.env["FLORIN_SCREENSHOTS"]}/mcp-answer-${theme}.png` });
      await page.close();
    },
  );

  it("shows statements as tables in which a number opens its page", async () => {
    const result = await client.callTool({
      name: "financials",
      arguments: { report_id: REPORT, statement: "income" },
    });
    const page = await open("ui://florin/statements", result, "light");
    const view = page.frameLocator("iframe");
    await expect.poll(() => view.getByRole("rowheader", { name: "Net sales" }).count()).toBe(1);
    await view
      .getByRole("row", { name: /^Net sales/ })
      .getByRole("button")
      .first()
      .click();
    await expect.poll(() => view.locator("figcaption").textContent()).toBe("Net sales, page 12");
    expect(await findSeriousFaults(page)).toEqual([]);
    if (process.env["FLORIN_SCREENSHOTS"])
      await page.screenshot({ path: `${process.env["FLORIN_SCREENSHOTS"]}/mcp-statements.png` });
    await page.close();
  });

  it("shows the text of an answer whose parts were cut to the limit", async () => {
    const cut = {
      content: [{ type: "text", text: "Net sales: 2,136" }],
      structuredContent: { data: {}, more: {} },
    };
    for (const uri of ["ui://florin/answer", "ui://florin/statements"]) {
      const page = await open(uri, cut, "light");
      const main = page.frameLocator("iframe").locator("main");
      await expect.poll(() => main.textContent()).toMatch(/2,136|in the text next to this view/);
      await page.close();
    }
  });

  it("shows the text of a call that failed", async () => {
    const result = await client.callTool({
      name: "ask_report",
      arguments: { report_id: "rep_none", question: "Revenue?" },
    });
    const page = await open("ui://florin/answer", result, "light");
    await expect.poll(() => page.frameLocator("iframe").locator("pre").textContent()).toMatch(/report/i);
    await page.close();
  });
});
