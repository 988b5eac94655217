import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { addPasskeyDevice, hasBrowser } from "./browser.ts";
import { openConsole, PATIENCE_MILLISECONDS } from "./console-visit.ts";
import { bearer, connectClient } from "./oauth-client.ts";
import { addPerson, PASSWORD } from "./person.ts";

const app = await startTestApp({ rate_factor: 100 });
const visitConsole = await openConsole(app);
const run = promisify(execFile);
const FIRST_LOAD_BYTES_MAX = 130_000;
describe.runIf(hasBrowser)("the account pages of the console", () => {
  it("create a key that works, show it once, and revoke it", async () => {
    const { page, open, expectNoProblems } = await visitConsole({ permissions: ["clipboard-write"] });
    await open("/settings/members");
    await page.getByRole("link", { name: "API Keys" }).first().click();
    await page.getByRole("button", { name: "Create API Key" }).click();
    await page.getByLabel("Name", { exact: true }).fill("nightly import");
    await page.getByLabel("Selected permissions").check();
    await page.getByLabel("account:read").check();
    await page.getByLabel("Budget in credits").fill("50");
    await expectNoProblems();
    await page.getByRole("dialog").getByRole("button", { name: "Create API Key" }).click();
    const key =
      (await page
        .getByRole("dialog")
        .getByText(/^flr_live_/)
        .textContent()) ?? "";
    expect(JSON.parse(await curl(key, "/v1/account/balance")).data.available).toBe(1_000);
    const search = await app.call("POST", "/v1/company_report/company_search", { key, body: { name: "a" } });
    expect(search.status).toBe(403);

    // Neither a stray Escape, two of them, nor the Back button loses what is shown once.
    await page.keyboard.press("Escape");
    await page.getByText("Close without copying?").waitFor();
    await expectNoProblems();
    for (const _again of [1, 2]) await page.keyboard.press("Escape");
    await page.goBack();
    await page.waitForURL("**/settings/members");
    await page.getByText("Close without copying?").waitFor();
    await page.getByRole("dialog").getByText(key).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Copy" }).click();
    await page.getByText("You will not see it again.").waitFor();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await open("/settings/keys");
    await page.getByText("1 permission").waitFor();
    await page.reload();
    await page.getByText("nightly import").waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole("button", { name: "Revoke nightly import" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    // Nodes ask again within seconds whether a key is still in force.
    const status = async () => (await app.call("GET", "/v1/account/balance", { key })).status;
    await expect.poll(status, { timeout: PATIENCE_MILLISECONDS }).toBe(401);
    await expectNoProblems();
  });

  it("show an authorized application, and disconnect it", async () => {
    const { page, email, open, expectNoProblems } = await visitConsole();
    const { tokens } = await connectClient(app, email);
    const status = async () =>
      (await app.call("GET", "/v1/account/balance", bearer(tokens.access_token))).status;
    expect(await status()).toBe(200);
    await open("/settings/applications");
    await page.getByText("Test client").waitFor();
    await page.getByRole("button", { name: "Disconnect" }).click();
    await expectNoProblems();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
    await page.getByText("Test client", { exact: true }).waitFor({ state: "detached" });
    await expect.poll(status, { timeout: PATIENCE_MILLISECONDS }).toBe(401);
  });

  it("call any operation from a form, with the price before and the cost after", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/try/companies.search");
    await page.getByText("1 credit", { exact: true }).last().waitFor();
    await page.getByRole("button", { name: "Example: By ISIN" }).click();
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("cost 1 credit").waitFor();
    await page.getByText("999", { exact: true }).waitFor();
    await expectNoProblems();
  });

  it("fill the reader's key into every setup example", async () => {
    const { page, open } = await visitConsole();
    await open("/connect");
    await page.getByLabel("API key", { exact: true }).fill("flr_live_mine");
    await page.getByRole("button", { name: "Cursor" }).click();
    const site = app.baseUrl.replace("127.0.0.1", "localhost");
    expect(await page.getByRole("region", { name: "Cursor" }).textContent()).toContain("flr_live_mine");
    expect(await page.getByRole("region", { name: "Cursor" }).textContent()).toContain(`${site}/mcp`);
    expect(await page.getByRole("region", { name: "curl" }).textContent()).toContain("flr_live_mine");
  });

  it("keep the focus after an error, and restore it when a dialog closes", async () => {
    const { page, open, email } = await visitConsole();
    await open("/settings/members");
    const opener = page.getByRole("button", { name: "Invite a member" });
    await opener.click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Name").fill("Twice");
    const send = page.getByRole("button", { name: "Invite", exact: true });
    await send.press("Enter");
    await page.getByText("already has a member").waitFor();
    const focused = page.locator(":focus");
    expect(await send.and(focused).count()).toBe(1);
    await page.keyboard.press("Escape");
    await send.waitFor({ state: "detached" });
    expect(await opener.and(focused).count()).toBe(1);
  });

  it("keep the actions of a member in view, however long the name", async () => {
    const { page, open, accountId, expectNoProblems } = await visitConsole({
      viewport: { width: 1440, height: 900 },
    });
    await addPerson(app, { accountId, role: "member", name: "W".repeat(100) });
    await open("/settings/members");
    await page.getByRole("button", { name: "Remove" }).waitFor();
    const { x = 0, width = 0 } = (await page.getByRole("button", { name: "Remove" }).boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(1440);
    await expectNoProblems();
  });

  it("export the audit trail and say who did what", async () => {
    const { page, open } = await visitConsole();
    await open("/settings/audit");
    await page.getByText("console.sign_in").first().waitFor();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const text = readFileSync(await (await saved).path(), "utf8");
    expect(text.split("\r\n")[0]).toContain("operation_id");
    expect(text).toContain("console.sign_in");
  });

  it("export what is stored, and erase the account when its name is typed", async () => {
    const { page, open, email, accountId, expectNoProblems } = await visitConsole();
    await open("/settings/data");
    for (const [button, table] of [
      ["Export my data", email],
      ["Export account data", accountId],
    ] as const) {
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: button }).click();
      expect(readFileSync(await (await saved).path(), "utf8")).toContain(table);
    }
    await page.getByRole("row", { name: "Audit log Forever" }).waitFor();
    await page.getByRole("button", { name: "Erase the account" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase the account" });
    const confirm = dialog.getByRole("button", { name: "Erase the account" });
    expect(await confirm.isDisabled()).toBe(true);
    await expectNoProblems();
    const label = (await dialog.locator("label").textContent()) ?? "";
    await dialog.getByRole("textbox").fill(label.slice(label.indexOf(":") + 1).trim());
    await confirm.click();
    await page.waitForURL("**/sign-in**");
    expect(await app.db`select 1 from member where account_id = ${accountId}`).toEqual([]);
  });

  it("turn on one-time codes with a QR code, and add a passkey", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await addPasskeyDevice(page);
    await open("/settings/security");
    await page.getByLabel("Name of the device").fill("Laptop");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("never used").waitFor();
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("img", { name: /Scan this/ }).waitFor();
    await expectNoProblems();
  });

  it("report a wrong password or code next to its field, without signing the person out", async () => {
    const { page, open } = await visitConsole();
    await open("/settings/security");
    await page.getByLabel("Current password").fill("not my password");
    await page.getByLabel("New password").fill("a password of some length");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("alert").filter({ hasText: "Wrong e-mail, password or code" }).waitFor();
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("textbox", { name: "Code" }).fill("000000");
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect.poll(() => page.getByText("Wrong e-mail, password or code").count()).toBe(2);
    expect(page.url()).toContain("/console/settings/security");
  });

  it("offer a way on from an unknown address, on a phone too", async () => {
    const { page, open, expectNoProblems } = await visitConsole({ viewport: { width: 390, height: 844 } });
    await open("/try/no.such");
    await page.getByText("Operation not found").waitFor();
    await page.getByRole("link", { name: /Look up a company/ }).waitFor();
    await open("/companies/ent_nobody");
    await page.getByText("Company not found").waitFor();
    await page.getByRole("link", { name: "All companies" }).waitFor();
    await open("/agents/bld_none/edit");
    await page.getByRole("link", { name: "All agents" }).waitFor();
    await open("/settings/constructor");
    await page.waitForURL("**/settings/keys");
    await expectNoProblems();
  });

  it("return a signed-out person to the page they were on, with its filters", async () => {
    const { page, email } = await visitConsole();
    const { origin } = new URL(page.url());
    // Requests of the first page would find no session either, and leave for the sign-in page from there.
    await page.goto("about:blank");
    await page.context().clearCookies();
    await page.goto(`${origin}/console/companies?country=JP&order=name_asc`);
    await page.waitForURL("**/sign-in**");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/console/companies?country=JP&order=name_asc");
  });

  it("load little script for the first page", async () => {
    const { page, open } = await visitConsole();
    const scripts = new Set<string>();
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.add(new URL(request.url()).pathname);
    });
    await open("/");
    const replies = await Promise.all([...scripts].map((path) => app.call("GET", path)));
    const sizes = replies.map(({ text }) => gzipSync(text).length);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_BYTES_MAX);
  });
});

/** Calls the service as the reader's own script would. */
async function curl(key: string, path: string): Promise<string> {
  const { stdout } = await run("curl", ["-sS", "--fail", "-H", `x-api-key: ${key}`, app.baseUrl + path]);
  return stdout;
}
