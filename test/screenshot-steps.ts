/** What a person does on a page before its picture is taken. */
import type { Page } from "playwright-core";

const UPLOAD = "demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf";

export async function chooseScope(page: Page): Promise<void> {
  for (const company of ["Tessandral", "Orvenkamp"]) {
    await page.getByRole("button", { name: "Company", exact: true }).click();
    await page.getByRole("combobox", { name: "Company", exact: true }).fill(company);
    await page.getByRole("option", { name: company }).first().click();
  }
  await page.getByRole("button", { name: "Period", exact: true }).click();
}

export async function askReport(page: Page): Promise<void> {
  await page.getByLabel("Question").fill("What was the gross profit in 2024?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText(/^Confidence/).waitFor();
}

export const chooseFile = (page: Page) => page.locator("input[type=file]").setInputFiles(UPLOAD);

let uploaded: string | null = null;

/** The file is uploaded for the first picture. */
export async function shareReport(page: Page): Promise<void> {
  if (uploaded === null) {
    await chooseFile(page);
    await page.getByRole("button", { name: /^Upload for/ }).click();
    const panel = page.getByRole("region", { name: "Upload a report", exact: true });
    await panel.getByRole("link", { name: /^(Open|Ask)$/ }).click();
    await page.waitForURL(/\/reports\/rep_/);
    uploaded = page.url();
  } else await page.goto(uploaded);
  await page.getByRole("button", { name: /^Share/ }).click();
  await page.getByLabel("Who may read it").selectOption("Selected members");
  await page.getByRole("checkbox", { name: /Chen Li/ }).check();
}

export async function searchReports(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Search for/ }).click();
  await page.getByRole("list", { name: "Results" }).waitFor();
}

export const openBuilder = (page: Page) => page.getByRole("link", { name: /Income statements/ }).click();

export async function spendAll(page: Page): Promise<void> {
  const balance = { available: 0, held: 0, granted: 100_000, spent: 100_000 };
  const answer = { json: { status_code: 200, data: balance, message: "Success" } };
  await page.route("**/console/api/live**", (route) => route.abort());
  await page.route("**/v1/account/balance**", (route) => route.fulfill(answer));
  await page.reload();
  await page.getByText("No credits left").waitFor();
}

export async function cutOff(page: Page): Promise<void> {
  await page.route(/\/(v1\/|console\/api\/|readyz)/, (route) => route.abort());
  await page.getByRole("link", { name: "Watchlists", exact: true }).click();
  await page.getByText("The service cannot be reached").waitFor();
}
