import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { createKey } from "../src/features/access/index.ts";
import { ALL_SCOPES } from "../src/kernel/scopes.ts";
import { openLog } from "../src/platform/log/index.ts";
import { startApp } from "../src/start.ts";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { openConsole } from "./console-visit.ts";
import { freshDatabaseAddress } from "./database.ts";
import { urlOf } from "./database-name.ts";

const database_url = urlOf(await freshDatabaseAddress());
const app = await startTestApp({ database_url });
const data = mkdtempSync(path.join(os.tmpdir(), "florin-restart-"));
onTestFileEnd(() => rmSync(data, { recursive: true, force: true }));

/** The node that the browser uses, on the database of the other one. */
const startNode = (port: number) =>
  startApp(
    readConfig({
      env: {},
      options: {
        data,
        port,
        database_url,
        demo: false,
        log_level: "silent",
        browser_path: "off",
        rate_factor: 100,
      },
    }),
    openLog("silent"),
  );

describe.runIf(hasBrowser)("the console while the service restarts", () => {
  it("says that the service is away, and goes on by itself when it is back", async () => {
    let node = await startNode(0);
    const port = Number(new URL(node.baseUrl).port);
    const visitConsole = await openConsole({ ...app, baseUrl: node.baseUrl });
    const { page, open, accountId } = await visitConsole();
    await open("/");
    await page.getByLabel("Question").fill("What was the revenue of Haldrewick in 2024?");
    const away = page.getByRole("status").getByText("The service cannot be reached");

    await node.close();
    await page.keyboard.press("Enter");
    await away.waitFor();
    // The page's script cannot be loaded now.
    await page.getByRole("link", { name: "Watchlists", exact: true }).click();
    await page.getByRole("heading", { name: "This page could not be shown" }).waitFor();
    node = await startNode(port);
    await page.getByRole("heading", { name: "Watchlists", level: 1 }).waitFor();
    await page.getByText("No watchlists yet").waitFor();

    await open("/overview");
    await node.close();
    await page.getByRole("link", { name: "Settings" }).click();
    await away.waitFor();
    await page.getByRole("link", { name: "Ask", exact: true }).click();
    node = await startNode(port);
    await away.waitFor({ state: "detached" });
    await page.getByText("No threads yet").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);

    // The stream of changes is opened again: what a program does then appears on the page as it is.
    await open("/overview");
    await node.close();
    await away.waitFor();
    node = await startNode(port);
    await away.waitFor({ state: "detached" });
    const { key } = await createKey(app.db, {
      accountId,
      name: "Program",
      createdBy: null,
      scopes: ALL_SCOPES,
    });
    await fetch(`${node.baseUrl}/v1/constant/countries`, { headers: { "x-api-key": key } });
    await page.getByText("reference.countries").first().waitFor();
    await node.close();
  });
});
