import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { dropFile, openConsole, type Visit } from "./console-visit.ts";

const app = await startTestApp({ rate_factor: 100 });
const visitConsole = await openConsole(app);
const MARKUP = `"><img src=x onerror="document.title='owned'" data-injected><script>document.title='owned'</script>`;
const PAPER = {
  name: `${MARKUP.replaceAll("/", "_")}.html`,
  type: "text/html",
  content: Buffer.from(`<!doctype html><html lang="en"><head><title>Paper</title></head><body>
<h1>${MARKUP.replaceAll("<", "&lt;")}</h1><p>Revenue was 19.4 million euros.</p></body></html>`),
};

/** Sends what a page of the console sends, with its session. */
async function send({ page }: Visit, path: string, data: object) {
  const headers = { "x-florin-console": "1", "sec-fetch-site": "same-origin" };
  const reply = await page.request.post(new URL(path, page.url()).href, { headers, data });
  return { status: reply.status(), data: (await reply.json()).data };
}

describe.runIf(hasBrowser)("text of others in the console", { timeout: 600_000 }, () => {
  it("is never markup: titles, file names, questions, names of watchlists and members", async () => {
    const visit = await visitConsole({}, { name: MARKUP.slice(0, 90) });
    const { page, open, expectNoProblems } = visit;
    await open("/reports?upload=1");
    await dropFile(page.getByRole("region", { name: "Drop PDF, HTML or ESEF files here" }), PAPER);
    await page.getByLabel("Title", { exact: true }).fill(MARKUP);
    await page.getByRole("button", { name: "Upload for 5 credits" }).click();
    const panel = page.getByRole("region", { name: "Upload a report", exact: true });
    await panel.getByText("Ready", { exact: true }).first().waitFor();
    await panel.getByRole("link", { name: "Open" }).click();
    await page.getByLabel("Question").waitFor();
    const reportPath = new URL(page.url()).pathname.replace("/console", "");
    const { data: thread } = await send(visit, "/v1/chat/thread/create", { title: MARKUP });
    await send(visit, "/v1/chat/thread/ask", {
      thread_id: thread.thread_id,
      question: `Revenue of ${MARKUP}?`,
    });
    const { data: list } = await send(visit, "/v1/watchlist/create", { name: MARKUP.slice(0, 60) });
    const places = [
      "/",
      "/reports?own=1",
      reportPath,
      `/ask/${thread.thread_id}`,
      `/watchlists/${list.watchlist_id}`,
      "/settings/members",
      `/search?query=${encodeURIComponent(MARKUP)}`,
    ];
    for (const place of places) {
      await open(place);
      if (place.startsWith("/search"))
        await page.getByRole("button", { name: "Search for 2 credits" }).click();
      expect([place, await page.locator("[data-injected]").count()]).toEqual([place, 0]);
      expect([place, await page.title()]).not.toEqual([place, "owned"]);
    }
    await expectNoProblems();
  });
});

describe.runIf(hasBrowser)("a shared thread in the console", { timeout: 600_000 }, () => {
  it("is closed to a member who was removed, also at its address", async () => {
    const owner = await visitConsole();
    const { accountId } = owner;
    const member = await visitConsole({}, { accountId, role: "member", name: "Chen Li" });
    const { data: thread } = await send(owner, "/v1/chat/thread/create", { title: "Private margin plan" });
    const address = `/ask/${thread.thread_id}`;
    await member.open(address);
    expect(await member.page.getByText("Private margin plan").count()).toBe(0);
    const shared = await send(owner, "/v1/chat/thread/update", {
      thread_id: thread.thread_id,
      visibility: "shared",
    });
    expect(shared.status).toBe(200);
    await member.open(address);
    await member.page.getByRole("heading", { name: "Private margin plan" }).waitFor();
    await owner.open("/settings/members");
    await owner.page
      .getByRole("row", { name: /Chen Li/ })
      .getByRole("button", { name: "Remove" })
      .click();
    await owner.page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await owner.page.getByRole("row", { name: /Chen Li/ }).waitFor({ state: "detached" });
    await member.page.goto(member.page.url());
    await member.page.waitForURL("**/sign-in**");
    const read = await member.page.request.get(
      new URL(`/v1/chat/thread/get?thread_id=${thread.thread_id}`, member.page.url()).href,
      { headers: { "x-florin-console": "1", "sec-fetch-site": "same-origin" } },
    );
    expect(read.status()).toBe(401);
  });
});
