import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { generateClients } from "../clients/generate/main.ts";
import { signMessage } from "../src/features/events/webhooks/sign.ts";
import { startTestApp } from "./app.ts";
import { browserOptions, hasBrowser } from "./browser.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { hasPython, PYTHON } from "./python.ts";

const run = promisify(execFile);
const CLIENTS = path.resolve("clients");

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { key } = await app.addAccount();
const env = { ...process.env, FLORIN_URL: app.baseUrl, FLORIN_API_KEY: key };

beforeAll(async () => {
  const { json } = await app.call("GET", "/openapi.json");
  for (const [file, text] of Object.entries(generateClients(json))) {
    mkdirSync(path.dirname(path.join(CLIENTS, file)), { recursive: true });
    writeFileSync(path.join(CLIENTS, file), text);
  }
});

describe("the TypeScript client", () => {
  it("compiles under strict rules, with types of every operation", async () => {
    await run("node_modules/.bin/tsc", ["--noEmit", "-p", "clients/typescript"]);
  });

  it("uses nothing that only Node.js has, so that browsers and Deno run it", () => {
    const folder = path.join(CLIENTS, "typescript/src");
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts")) continue;
      const text = readFileSync(path.join(folder, file), "utf8");
      const found = /\bfrom "(?!\.)[^"]*"|\b(?:require|Buffer|process|setImmediate)\b[.(]/.exec(text);
      expect([file, found?.[0] ?? null]).toEqual([file, null]);
    }
  });

  it.runIf(hasBrowser)("runs in a browser as it is, without a bundler", async () => {
    const browser = await chromium.launch(browserOptions);
    onTestFileEnd(() => browser.close());
    const page = await browser.newPage();
    await page.route("**/client/**", (route) => {
      const file = path.join(CLIENTS, "typescript/src", new URL(route.request().url()).pathname.slice(8));
      const body = stripTypeScriptTypes(readFileSync(file, "utf8"));
      return route.fulfill({ contentType: "text/javascript", body });
    });
    await page.goto(`${app.baseUrl}/healthz`);
    // As text, so that the tests' own loader leaves the import to the browser.
    const name = await page.evaluate(`import("/client/index.ts").then(async ({ Florin }) => {
      const florin = new Florin(${JSON.stringify({ baseUrl: app.baseUrl, apiKey: key })});
      return (await florin.companies.search({ name: "Tessandral" }))[0].name;
    })`);
    expect(name).toContain("Tessandral");
  });

  it("runs its example: a number with its page", async () => {
    const { stdout } = await run(process.execPath, ["clients/typescript/examples/ask-a-report.ts"], { env });
    expect(stdout).toMatch(/Operating margin.*%/);
    expect(stdout).toMatch(/page \d+: “/);
    expect(stdout).not.toContain("null");
  });

  it("retries a busy service, pays once, pages, streams, uploads and names errors", async () => {
    // Not a literal: the project's own type check runs before the client is generated.
    const { Florin, FlorinError } = await import(path.join(CLIENTS, "typescript/src/index.ts"));
    let refusals = 0;
    const charged: number[] = [];
    const florin = new Florin({
      baseUrl: app.baseUrl,
      apiKey: key,
      onAnswer: ({ creditsCharged }: { creditsCharged: number }) => charged.push(creditsCharged),
      fetch: async (url: string, init: RequestInit) => {
        if (refusals++ === 0) return new Response("{}", { status: 503, headers: { "retry-after": "0" } });
        return fetch(url, init);
      },
    });
    const [company] = await florin.companies.search({ name: "Haldrewick" });
    expect(company?.fictional).toBe(true);
    expect(charged).toEqual([1]);

    const reports: string[] = [];
    for await (const report of florin.reports.each({ svc_entity_id: company?.svc_entity_id ?? "", limit: 1 }))
      reports.push(report.report_id);
    expect(new Set(reports).size).toBe(reports.length);
    expect(reports.length).toBeGreaterThan(1);

    const events: string[] = [];
    const input = { report_id: "rep_vujzjgh7sqyi", question: "What was the revenue in fiscal 2024?" };
    for await (const { event } of florin.reports.askStreaming(input)) events.push(event);
    expect(events.at(-1)).toBe("answer");

    const file = new TextEncoder().encode(
      "<!doctype html><html><h1>Annual report</h1><p>Revenue was $5 million.</p></html>",
    );
    const uploaded = await florin.reports.upload({ file, file_name: "report.html", title: "A report" });
    expect(uploaded.report_id).toMatch(/^rep_/);

    const refused = await florin.reports
      .certificate({ report_id: "rep_aaaaaaaaaaaa" })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FlorinError);
    expect(refused.code).toBe("report_not_found");
  });
});

/** Messages as the service signs them, and whether a client must accept each. */
function signedMessages() {
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const body = JSON.stringify({ type: "report.ready", title: "Bericht über 2024 €" });
  const sign = (timestampSeconds: number, secrets: string[], text = body) => ({
    body: text,
    secret,
    headers: {
      "webhook-id": "evt_1",
      "webhook-timestamp": `${timestampSeconds}`,
      "webhook-signature": signMessage({ id: "evt_1", timestampSeconds, body }, secrets),
    },
  });
  const now = Math.floor(Date.now() / 1_000);
  const other = `whsec_${randomBytes(24).toString("base64")}`;
  return [
    { message: sign(now, [secret]), isValid: true },
    // While a secret is replaced, messages have both signatures.
    { message: sign(now, [other, secret]), isValid: true },
    { message: sign(now, [other]), isValid: false },
    { message: sign(now, [secret], `${body} `), isValid: false },
    { message: sign(now - 3_600, [secret]), isValid: false },
    { message: { ...sign(now, [secret]), headers: {} }, isValid: false },
    // What anyone may send must be refused, not break the program that receives it.
    ...[{ "webhook-timestamp": "²" }, { "webhook-signature": "v1,é v1,☃ ☃" }].map((headers) => {
      const message = sign(now, [secret]);
      return { message: { ...message, headers: { ...message.headers, ...headers } }, isValid: false };
    }),
  ];
}

describe("the check of a webhook's signature", () => {
  const messages = signedMessages();
  const expected = messages.map(({ isValid }) => isValid);

  it("accepts what the service signed, and nothing else, in TypeScript", async () => {
    const { verifyWebhook } = await import(path.join(CLIENTS, "typescript/src/webhooks.ts"));
    expect(await Promise.all(messages.map(({ message }) => verifyWebhook(message)))).toEqual(expected);
  });

  it.runIf(hasPython)("accepts what the service signed, and nothing else, in Python", async () => {
    const script = `
import json, sys
from florin_client import verify_webhook
print([verify_webhook(m["body"].encode(), m["headers"], m["secret"]) for m in json.loads(sys.argv[1])])`;
    const given = JSON.stringify(messages.map(({ message }) => message));
    const { stdout } = await run(PYTHON, ["-c", script, given], { cwd: path.join(CLIENTS, "python") });
    expect(JSON.parse(stdout.toLowerCase())).toEqual(expected);
  });
});

describe.runIf(hasPython)("the Python client", () => {
  const python = (...line: string[]) => run(PYTHON, line, { env, cwd: path.join(CLIENTS, "python") });

  it("is fully typed, with its example", async () => {
    const cwd = path.join(CLIENTS, "python");
    await run("/usr/bin/mypy", ["florin_client", "examples"], { cwd });
    const pyright = path.resolve("test/node_modules/pyright/index.js");
    await run(process.execPath, [pyright, "--pythonpath", PYTHON, "florin_client", "examples"], { cwd });
  });

  it("runs its example: a table of margins", async () => {
    const { stdout } = await python("examples/margins.py");
    expect(stdout.trim().split("\n").length).toBeGreaterThanOrEqual(4);
  });

  it("shows a claim with its quote and page, gives tables, streams, awaits and names errors", async () => {
    const { stdout } = await python("-c", PYTHON_SCRIPT);
    expect(stdout).toContain("<Claim");
    expect(stdout).toMatch(/\(page \d+\) “[^”]+”>/);
    expect(stdout).toMatch(/<a href="http[^"]+\/c\/clm_\w+">page \d+<\/a><br><q>[^<]+<\/q>/);
    expect(stdout).toContain("last event: answer");
    expect(stdout).toContain("error: report_not_found");
    expect(stdout).toContain("rows: True");
    expect(stdout).toContain("awaited: True");
    expect(stdout).toContain("awaited last event: answer");
    const pages = [...stdout.matchAll(/pages: (\d+) of (\d+)/g)].map(([, own, all]) => [
      Number(own),
      Number(all),
    ]);
    expect(pages).toHaveLength(2);
    for (const [own = 0, all] of pages) expect([own, own > 2]).toEqual([all, true]);
    expect(stdout).toContain("lists in addresses: 2");
    expect(stdout).toContain("proxies: unknown None");
  });
});

const PYTHON_SCRIPT = `
import asyncio, os
import httpx
from florin_client import AsyncFlorin, Florin, FlorinError
from florin_client.call import Request, refusal, seconds_to_wait

url, key = os.environ["FLORIN_URL"], os.environ["FLORIN_API_KEY"]
question = ("rep_vujzjgh7sqyi", "What was the revenue in fiscal 2024?")
with Florin(url, api_key=key) as florin:
    answer = florin.reports.ask(*question)
    claim = next(claim for claim in answer.claims if claim.page is not None)
    print(claim, claim._repr_html_())
    for event, _ in florin.reports.ask_streaming(*question):
        last = event
    print("last event:", last)
    print("rows:", len(florin.reference.countries().to_dataframe()) > 100)
    total = florin.reports.search(report_type_list=["annual_report"]).pagination.total
    print("pages:", len(list(florin.reports.each(page_size=2, report_type_list=["annual_report"]))), "of", total)
    print("company:", next(florin.companies.each(country="DE")).name)
    try:
        florin.reports.certificate(report_id="rep_aaaaaaaaaaaa")
    except FlorinError as error:
        print("error:", error.code)

values = {"ids": ["a", "b"], "range": {"min": 1}, "flag": True}
print("lists in addresses:", len(Request("GET", "/x", "query", values).options["params"]["ids"].split(",")))
# What a proxy may answer instead of the service.
busy = httpx.Response(503, json=["busy"], headers={"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"})
error = refusal(busy)
print("proxies:", error.code, error.retry_after, "wait" if seconds_to_wait(busy, 0) < 1 else "long")

async def main():
    async with AsyncFlorin(url, api_key=key) as florin:
        print("awaited:", (await florin.account.balance()).available > 0)
        async for event, _ in florin.reports.ask_streaming(*question):
            last = event
        print("awaited last event:", last)
        each = florin.reports.each(page_size=2, report_type_list=["annual_report"])
        print("pages:", len([report async for report in each]), "of", total)

asyncio.run(main())
`;
