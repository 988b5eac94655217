import { copyFile, readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { browserOptions, hasBrowser } from "../../../test/browser.ts";
import { testFolder, testReader } from "../pdf/testing/test-reader.ts";
import { openBrowser } from "./index.ts";

const file = testFolder();
const reader = testReader();
const { signal } = new AbortController();
/** Without the walls, which not every machine that runs tests allows. */
const options = {
  path: browserOptions.executablePath ?? "",
  sandbox: false,
  secondsMax: 100,
  htmlBytesMax: 10_000,
  pdfBytesMax: 10_000_000,
};
const print = <Result>(html: string, take: (pdf: string) => Promise<Result>, changed: object = {}) =>
  openBrowser({ ...options, ...changed }).printPdf(file("page.html", html), take, signal);

/** Somebody on this machine whom a page may not reach. */
const requests: string[] = [];
const neighbour = createServer((request, response) => {
  requests.push(request.url ?? "");
  response.writeHead(200, { "content-type": "text/html" }).end("NEIGHBOUR");
}).listen(0, "127.0.0.1");
await new Promise((resolve) => neighbour.once("listening", resolve));
afterAll(() => neighbour.close());
const address = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}`;

describe.runIf(hasBrowser)("printing a page", () => {
  it("runs no script, fetches nothing and shows no file of this machine", async () => {
    const secret = file("secret.html", "<p>SECRET</p>");
    const html = `<!doctype html><html><head><meta charset="utf-8">
      <meta http-equiv="refresh" content="0;url=${address}/refresh">
      <link rel="stylesheet" href="${address}/style.css"><style>@import "${address}/import.css";</style>
      <script>document.write("SCRIPTED"); location = "${address}/script";</script></head>
      <body onload="document.body.append('LOADED')"><h1>Umsätze 1,234</h1><img src="${address}/picture.png">
      <iframe src="file://${secret}"></iframe><iframe src="${address}/frame"></iframe><iframe srcdoc="FRAMED"></iframe>
      <p>End</p></body></html>`;
    const words: string[] = [];
    const printing = await print(html, async (pdf) => {
      const copy = file("copy.pdf", "");
      await copyFile(pdf, copy);
      const reading = await reader.read(copy, {
        onPage: async ({ result }) => void words.push(...result.words.map(({ text }) => text)),
      });
      return reading.outcome;
    });
    expect(printing).toEqual({ outcome: "ok", result: "ok" });
    expect(words.join(" ")).toMatch(/^Umsätze 1,234 (FRAMED )?End$/);
    expect(requests).toEqual([]);
  });

  it("gives up on a page that takes too long, and leaves no folder behind", async () => {
    const folders = async () =>
      (await readdir(os.tmpdir())).filter((name) => name.startsWith("florin-print-"));
    const before = await folders();
    const late = await print("<p>Page</p>", async () => null, { secondsMax: 0.05 });
    expect(late).toMatchObject({ outcome: "failed", reason: "time_limit" });
    // Others print at the same time; theirs go too.
    const after = (await folders()).filter((name) => !before.includes(name));
    for (let now = after; now.some((name) => after.includes(name)); now = await folders()) await sleep(100);
  });

  it("refuses a PDF that is too large", async () => {
    const large = await print("<p>Page</p>", async () => null, { pdfBytesMax: 100 });
    expect(large).toMatchObject({ outcome: "failed", reason: "too_large" });
  });
});

describe("a missing browser", () => {
  it("reports why it did not start", async () => {
    const missing = await print("<p>Page</p>", async () => null, { path: "/nowhere/chromium" });
    expect(missing).toMatchObject({ reason: "not_started", detail: expect.stringContaining("ENOENT") });
    const other = await print("<p>Page</p>", async () => null, { path: "/bin/false" });
    expect(other).toMatchObject({ reason: "not_started", detail: expect.stringContaining("exit 1") });
  });

  it("is not started for a page that is too large", async () => {
    const large = await print("x".repeat(10_001), async () => null, { path: "/nowhere/chromium" });
    expect(large).toMatchObject({ reason: "too_large", detail: "The HTML has 10001 bytes." });
  });

  it("is not started when the work was cancelled", async () => {
    const printing = openBrowser(options).printPdf(
      file("page.html", ""),
      async () => null,
      AbortSignal.abort(),
    );
    await expect(printing).rejects.toThrow(/abort/i);
  });
});
