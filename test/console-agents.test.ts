import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { expectInSight, openConsole, PATIENCE_MILLISECONDS, type Visit } from "./console-visit.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);
const READING_MILLISECONDS_MAX = 300_000;
/** Runs in the browser. */
const BALANCE = `fetch("/v1/account/balance", { headers: { "x-florin-console": "1" } })
  .then((reply) => reply.json()).then(({ data }) => data.available)`;
const FIELDS = `fetch("/v1/agent_builder/list", { headers: { "x-florin-console": "1" } })
  .then((reply) => reply.json())
  .then(({ data }) => Object.values(data[0].field_mapping).flatMap((group) => Object.keys(group)).length)`;
/** The artifact of the builder that is shown, as it is listed and whole. Runs in the browser. */
const ARTIFACT = `(async () => {
  const headers = { "x-florin-console": "1", "content-type": "application/json" };
  const agent_id = location.pathname.split("/").at(-1);
  const body = JSON.stringify({ agent_id, agent_type: "data", limit: 1, offset: 0 });
  const init = { method: "POST", headers, body };
  const outputs = await (await fetch("/v1/agent_builder/outputs", init)).json();
  const path = "/v1/agent_builder/artifact?artifact_id=" + outputs.data[0].id;
  return { outputs, artifact: await (await fetch(path, { headers })).json() };
})()`;
const PHONE = { viewport: { width: 390, height: 844 } };

/** A saved file as text; of a workbook, its sheets. */
function readSaved(file: string): string {
  const bytes = readFileSync(file);
  if (bytes.subarray(0, 2).toString() !== "PK") return bytes.toString();
  return Object.values(unzipSync(new Uint8Array(bytes)))
    .map((part) => Buffer.from(part).toString())
    .join("\n");
}

/** From the list of builders to a design with fields of a template and one company. */
async function designBuilder({ page, open }: Visit): Promise<void> {
  await open("/agents");
  await page.getByText("No builders yet").waitFor();
  await page.getByRole("link", { name: "New builder" }).click();
  await page.getByLabel("Start from").selectOption({ label: "Income statement" });
  await page.getByLabel("Add a company").fill("tessandral");
  await page.getByRole("option", { name: "Tessandral Instruments, Inc.", exact: true }).click();
}

/** Seven companies, made of the one that was read; the evidence of the last is held back. */
async function expectUnitsAsTheyArrive({ page }: Visit): Promise<void> {
  const grid = page.getByRole("region", { name: "Artifacts" }).last();
  const withUnit = () => grid.getByRole("button", { name: /^USD / }).count();
  const ofOne = await withUnit();
  const held = Promise.withResolvers<void>();
  const { outputs, artifact } = (await page.evaluate(ARTIFACT)) as {
    outputs: { data: { company_list: object[] }[] };
    artifact: { data: object };
  };
  const [one] = outputs.data;
  await page.route("**/agent_builder/outputs", (route) => {
    const data = [0, 1, 2, 3, 4, 5, 6].map((number) => ({
      ...one,
      id: `art_${number}`,
      company_list: [{ ...one?.company_list[0], svc_entity_id: `ent_${number}` }],
    }));
    return route.fulfill({ json: { data } });
  });
  await page.route("**/agent_builder/artifact?*", async (route) => {
    const id = new URL(route.request().url()).searchParams.get("artifact_id");
    if (id === "art_6") await held.promise;
    const data = { ...artifact.data, id };
    await route.fulfill({ json: { ...artifact, data } });
  });
  await page.reload();
  await expect.poll(withUnit, { timeout: PATIENCE_MILLISECONDS }).toBe(5 * ofOne);
  // A file has all units or is not made.
  expect(await page.getByRole("button", { name: "Download CSV" }).isDisabled()).toBe(true);
  held.resolve();
  await expect.poll(withUnit).toBe(7 * ofOne);
  await page.getByRole("button", { name: "Download CSV", disabled: false }).waitFor();
  await page.unrouteAll();
  await page.reload();
  await expect.poll(withUnit).toBe(ofOne);
}

describe.runIf(hasBrowser)("the agent pages of the console", () => {
  it("try fields on a report before anything is saved, and show the source of each value", async () => {
    const visit = await visitConsole();
    const { page, expectNoProblems } = visit;
    await designBuilder(visit);
    await page.getByRole("button", { name: "Try on one report" }).click();
    await page.getByLabel("Report to try on").focus();
    const reports = page.getByRole("listbox", { name: "Suggestions" });
    await reports.getByRole("option", { name: /Annual Report 2024/ }).waitFor();
    await page.getByLabel("Report to try on").fill("annual");
    // Other reports match as well; the one of the chosen company is listed first.
    await expect
      .poll(() => reports.getByRole("option").count(), { timeout: PATIENCE_MILLISECONDS })
      .toBeGreaterThan(2);
    await reports
      .getByRole("option", { name: /Tessandral/ })
      .first()
      .waitFor();
    expect(await reports.getByRole("option").first().textContent()).toContain("Tessandral");
    await expectNoProblems();
    await reports.getByRole("option", { name: /Tessandral.*Annual Report 2024/ }).click();
    await page.getByRole("button", { name: /^Try for \d credits?$/ }).click();
    const value = page.getByRole("button", { name: /2,136,000,000.*found/ }).first();
    await value.click({ timeout: READING_MILLISECONDS_MAX });
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("img", { name: /^Page \d+/ }).waitFor();
    await expectInSight(dialog.locator("[data-mark]"));
    await expectNoProblems();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByLabel("Unit, row 1", { exact: true }).fill("million");
    await page.getByText("Changed since").first().waitFor();
    await visit.open("/agents");
    await page.getByText("No builders yet").waitFor();
  });

  it("run a builder to an artifact and link a value to its page", async () => {
    const visit = await visitConsole();
    const { page, open, expectNoProblems } = visit;
    await designBuilder(visit);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("2 credits: 1 company, 3 reports").waitFor();
    await page.getByText("7 credits: 1 company, 3 reports").waitFor();
    await page.getByRole("button", { name: "Extract data" }).click();
    const grid = page.getByRole("region", { name: "Artifacts" }).last();
    const revenue = grid.getByRole("button", { name: "USD 2.136bn" }).first();
    await revenue.waitFor({ timeout: READING_MILLISECONDS_MAX });
    await page.getByText("Done", { exact: true }).waitFor();
    // The credits that a run spends in the background are shown as well.
    const left = Number(await page.evaluate(BALANCE)).toLocaleString("en-GB");
    await page.getByText("Credits left").locator("..").getByText(left, { exact: true }).waitFor();
    // Every field has a column, and amounts have their currency.
    const fields = Number(await page.evaluate(FIELDS));
    expect(await grid.getByRole("columnheader").count()).toBe(2 + fields);
    await expectNoProblems();
    for (const [name, content] of [
      ["Download CSV", "2136000000,USD"],
      ["Download Excel", "<v>2136000000</v>"],
    ] as const) {
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name }).click();
      expect(readSaved(await (await saved).path())).toContain(content);
    }
    await expectUnitsAsTheyArrive(visit);
    // The page of a value and its history are next to the grid, which stays as it is.
    await revenue.click();
    const panel = page.getByRole("complementary", { name: "Sources" });
    await expectInSight(panel.locator("[data-mark]"));
    await panel.getByRole("region", { name: "History" }).getByText("USD 2.136bn").first().waitFor();
    await expectNoProblems();
    await page.getByRole("button", { name: "Fields in rows" }).click();
    expect(await grid.getByRole("row").count()).toBe(1 + fields);
    const margin = grid.getByRole("button", { name: "44 % computed" });
    await margin.click();
    await panel.getByText("44 %", { exact: true }).first().waitFor();
    expect(await margin.getAttribute("aria-pressed")).toBe("true");
    await expectNoProblems();
    await page.getByLabel("Changed since the last run").check();
    await page.getByText("Nothing changed since the last run").waitFor();
    await page.getByLabel("Changed since the last run").uncheck();
    await panel.getByRole("button", { name: "All sources" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("2,136,000,000").first().waitFor();
    await expectNoProblems();
    await dialog
      .getByRole("button", { name: /^Show page \d+/ })
      .first()
      .click();
    await expectInSight(dialog.locator("[data-mark]"));
    const report = dialog.getByRole("link", { name: "Open the report" }).first();
    await open((await report.getAttribute("href"))?.replace("/console", "") ?? "");
    await expectInSight(page.locator("[data-mark]"));
    await expectNoProblems();

    await open("/companies");
    await page.getByLabel("Find a company").fill("tessandral");
    await page.getByRole("link", { name: /Tessandral Instruments/ }).click();
    await page
      .getByRole("navigation", { name: "About this company" })
      .getByRole("link", { name: "Agents" })
      .click();
    await page.getByRole("link", { name: /^Income statement/ }).waitFor();
    await page.getByRole("link", { name: "New builder for this company" }).click();
    await page.getByRole("button", { name: "Remove Tessandral Instruments, Inc." }).waitFor();
    await expectNoProblems();
  });

  it("retry by themselves after a rate limit", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    const refusal = { status_code: 429, data: null, code: "rate_limited", message: "Too many requests" };
    const headers = { "retry-after": "1" };
    await page.route("**/v1/agent_builder/list?*", (route) => route.fulfill({ json: refusal, headers }), {
      times: 1,
    });
    await open("/agents");
    await page.getByText("No builders yet").waitFor();
    await expectNoProblems();
  });

  it("schedule a builder with the last typed values, however quickly it is saved", async () => {
    const visit = await visitConsole({ timezoneId: "Asia/Tokyo" });
    const { page, expectNoProblems } = visit;
    await designBuilder(visit);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Add a schedule" }).click();
    await page.getByLabel("Name").fill("Early");
    await page.getByLabel("Time zone").fill("America/New_York");
    await page.getByLabel("When").selectOption("Custom cron");
    await page.getByLabel("Cron expression").fill("30 7 * * 4");
    await page.keyboard.press("Enter");
    await page.getByText(/^Thursday at 0?7:30/).waitFor();
    await expectNoProblems();
    // The browser is elsewhere: a schedule has the clock of its own time zone.
    await page
      .getByText(/, 07:30$/)
      .first()
      .waitFor();
    await page.route("**/agent_builder/**", (route) => route.abort());
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("alert").getByText("cannot be reached").waitFor();
    await page.unroute("**/agent_builder/**");
    await page.getByRole("button", { name: "Delete", exact: true }).last().click();
    const dialog = page.getByRole("dialog", { name: "Delete schedule" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByText(/^Thursday at 0?7:30/).waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).last().click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No schedule:").waitFor();
  });

  for (const [name, options] of Object.entries({ desktop: {}, phone: PHONE })) {
    it(`show an HTML report in the page, and withdraw it: ${name}`, async () => {
      const visit = await visitConsole(options);
      const { page, expectNoProblems } = visit;
      await designBuilder(visit);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Create report" }).click();
      await page.getByRole("button", { name: "HTML reports" }).click();
      const frame = page.frameLocator("iframe");
      await frame
        .getByRole("heading", { name: "Income statement", level: 1 })
        .waitFor({ timeout: READING_MILLISECONDS_MAX });
      const source = frame.getByRole("link", { name: /^p\. \d+/ }).first();
      await expect
        .poll(() => source.getAttribute("target"), { timeout: PATIENCE_MILLISECONDS })
        .toBe("_blank");
      await expectNoProblems();
      const path = (await page.locator("iframe").getAttribute("src")) ?? "";
      const framed = await app.call("GET", path);
      expect(framed.headers.get("x-frame-options")).toBe("SAMEORIGIN");
      expect(framed.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
      await page.getByRole("button", { name: "Revoke" }).click();
      await expectNoProblems();
      await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      await page.getByText("No artifacts yet").waitFor();
      expect((await app.call("GET", path)).status).toBe(404);
      await expectNoProblems();
    });
  }

  it("add a private or shared webhook, and change its visibility later", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/agents/webhooks");
    const listed = async () => {
      const rows = await app.db<{ url: string; visibility: string }>`select url, visibility from webhook`;
      return Object.fromEntries(rows.map(({ url, visibility }) => [new URL(url).pathname, visibility]));
    };
    const add = async (url: string) => {
      await page.getByLabel("URL").fill(url);
      await page.getByRole("button", { name: "Add a webhook" }).click();
      await page.getByRole("button", { name: "I have copied it" }).click();
    };
    await add("https://hooks.example.com/mine");
    await page.getByLabel("Visibility").selectOption("shared");
    await page.getByText("It receives events from shared builders.").waitFor();
    await add("https://hooks.example.com/ours");
    expect(await listed()).toEqual({ "/mine": "private", "/ours": "shared" });
    await expectNoProblems();
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await expect.poll(listed).toEqual({ "/mine": "shared", "/ours": "shared" });
    await page.getByRole("button", { name: "Make private" }).first().click();
    await expect.poll(async () => Object.values(await listed()).sort()).toEqual(["private", "shared"]);
    await page.getByRole("button", { name: "Delete" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    expect(Object.keys(await listed())).toHaveLength(2);
    await page.getByRole("button", { name: "Delete" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect.poll(async () => Object.keys(await listed()).length).toBe(1);
  });
});
