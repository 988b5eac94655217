import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { dropFile, openConsole } from "./console-visit.ts";

const app = await startTestApp({ rate_factor: 100 });
const visitConsole = await openConsole(app);
const TITLE = "Board paper";
const PAPER = {
  name: "board-paper.html",
  type: "text/html",
  content: Buffer.from(`<!doctype html><html lang="en"><head><title>${TITLE}</title></head><body>
<h1>${TITLE}</h1><p>The margin target of the lamp business is 19.4 percent.</p></body></html>`),
};

describe.runIf(hasBrowser)("sharing an upload in the console", { timeout: 600_000 }, () => {
  it("keeps a report from colleagues, shares it with one of them, and with everyone", async () => {
    const owner = await visitConsole({}, { name: "Ada Bell" });
    const { accountId } = owner;
    const chosen = await visitConsole({}, { accountId, role: "member", name: "Chen Li" });
    const other = await visitConsole({}, { accountId, role: "member", name: "Dora Voss" });
    const { page } = owner;
    await owner.open("/reports?upload=1");
    await dropFile(page.getByRole("region", { name: "Drop PDF, HTML or ESEF files here" }), PAPER);
    await page.getByLabel("Title", { exact: true }).fill(TITLE);
    await page.getByRole("button", { name: "Upload for 5 credits" }).click();
    const panel = page.getByRole("region", { name: "Upload a report", exact: true });
    await panel.getByText("Ready", { exact: true }).first().waitFor();
    // The balance follows the upload without a request of its own.
    await page.getByText("995", { exact: true }).waitFor();
    await panel.getByRole("link", { name: "Open" }).click();
    await page.getByRole("heading", { name: TITLE, level: 1 }).waitFor();
    const path = new URL(page.url()).pathname.replace("/console", "");

    const dialog = page.getByRole("dialog", { name: "Share this report" });
    const readers = async (...names: string[]) => {
      for (const [visit, name] of [
        [chosen, "chosen"],
        [other, "other"],
      ] as const) {
        await visit.open(path);
        const seen = visit.page.getByRole("heading", {
          name: names.includes(name) ? TITLE : "Report not found",
        });
        await seen.first().waitFor();
      }
    };
    await readers("chosen", "other");

    await page.getByRole("button", { name: "Share Everyone in the account" }).click();
    await dialog.getByLabel("Who may read it").selectOption("Selected members");
    await dialog.getByRole("checkbox", { name: /Dora Voss/ }).waitFor();
    // The uploader always reads it, so there is nothing to choose.
    expect(await dialog.getByRole("checkbox", { name: /Ada Bell/ }).count()).toBe(0);
    await owner.expectNoProblems();
    await dialog.getByRole("checkbox", { name: /Chen Li/ }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Share Selected members" }).waitFor();
    await readers("chosen");
    // A reader sees who may read it, and cannot change it.
    await chosen.page.getByText("Selected members").waitFor();
    expect(await chosen.page.getByRole("button", { name: /^Share|^Delete/ }).count()).toBe(0);
    await chosen.expectNoProblems();

    // What was chosen is chosen again when the dialog is opened again.
    await page.getByRole("button", { name: "Share Selected members" }).click();
    expect(await dialog.getByRole("checkbox", { name: /Chen Li/ }).isChecked()).toBe(true);
    expect(await dialog.getByRole("checkbox", { name: /Dora Voss/ }).isChecked()).toBe(false);
    await dialog.getByLabel("Who may read it").selectOption("Only the uploader");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Share Only the uploader" }).waitFor();
    await readers();

    await page.getByRole("button", { name: "Share Only the uploader" }).click();
    await dialog.getByLabel("Who may read it").selectOption("Everyone in the account");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Share Only the uploader" }).waitFor();
    await owner.expectNoProblems();
  });
});
