import { randomUUID } from "node:crypto";
import http from "node:http";
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { UnauthorizedError as OldUnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { decodeJwt } from "jose";
import { type Browser, chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findSeriousFaults } from "./accessibility.ts";
import { startTestApp } from "./app.ts";
import { browserOptions, hasBrowser } from "./browser.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { addPerson, PASSWORD, PageVisitor } from "./person.ts";

const app = await startTestApp({ rate_factor: 100 });
const mcpUrl = new URL(`${app.baseUrl}/mcp`);
const callback = await startCallback();

type Person = (url: string) => Promise<URLSearchParams>;

/** The state of a client program in memory, and a person who answers when needed. */
function makeProvider(person: Person) {
  const kept: {
    client?: never;
    tokens?: { access_token: string; refresh_token?: string };
    verifier?: string;
    discovery?: unknown;
  } = {};
  const log: string[] = [];
  let answer = new URLSearchParams();
  let state = "";
  const provider = {
    redirectUrl: callback.url,
    clientMetadata: {
      client_name: "Headless client",
      redirect_uris: [callback.url],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    state: () => {
      state = randomUUID();
      return state;
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => {
      log.push("registered");
      kept.client = client as never; // handed back as it came
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: { access_token: string; refresh_token?: string }) => {
      log.push("tokens");
      kept.tokens = tokens;
    },
    redirectToAuthorization: async (url: URL) => {
      log.push("asked");
      answer = await person(url.href);
      expect(answer.get("state")).toBe(state);
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? "",
    saveDiscoveryState: (discovery: unknown) => {
      kept.discovery = discovery;
    },
    discoveryState: () => kept.discovery,
    invalidateCredentials: (what: string) => {
      log.push(`forgot ${what}`);
      if (what === "tokens" || what === "all") delete kept.tokens;
      if (what === "client" || what === "all") delete kept.client;
    },
  };
  return { provider: provider as unknown as OAuthClientProvider, kept, log, answer: () => answer };
}

async function connect(clientProvider: ReturnType<typeof makeProvider>, url = mcpUrl): Promise<Client> {
  const open = () => new StreamableHTTPClientTransport(url, { authProvider: clientProvider.provider });
  const client = new Client({ name: "florin-test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const first = open();
  try {
    await client.connect(first);
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    await first.finishAuth(clientProvider.answer());
    await client.connect(open());
  }
  return client;
}

const look = { name: "balance", arguments: {} };
const shown = { data: expect.objectContaining({ granted: 1_000 }) };

describe("the official MCP client, with nothing registered before", () => {
  it.runIf(hasBrowser)(
    "discovers, registers, gets a person's consent in a real browser, calls, refreshes, and calls again",
    async () => {
      const member = await addPerson(app);
      const browser = await chromium.launch(browserOptions);
      onTestFileEnd(() => browser.close());
      const faults: string[] = [];
      const clientProvider = makeProvider((url) => approveInBrowser(browser, url, member.email, faults));
      const client = await connect(clientProvider);
      expect(clientProvider.log).toEqual(["registered", "asked", "tokens"]);
      expect((await client.callTool(look)).structuredContent).toEqual(shown);
      expect(decodeJwt(clientProvider.kept.tokens?.access_token ?? "")).toMatchObject({
        aud: mcpUrl.href,
        sub: member.memberId,
      });
      expect(faults).toEqual([]);

      const before = clientProvider.kept.tokens;
      clientProvider.kept.tokens = {
        ...before,
        access_token: `${before?.access_token.slice(0, -8)}AAAAAAAA`,
      };
      const again = await connect(clientProvider);
      await again.callTool(look);
      expect(clientProvider.log).toEqual(["registered", "asked", "tokens", "tokens"]);
      expect(clientProvider.kept.tokens?.refresh_token).not.toBe(before?.refresh_token);
      await Promise.all([client.close(), again.close()]);
      const countCalls = async () => {
        const [row] = await app.db<{ calls: number }>`
          select count(*) as calls from call_audit where account_id = ${member.accountId}
            and user_id = ${member.memberId} and client_id is not null and key_id is null`;
        return row?.calls;
      };
      await expect.poll(countCalls).toBe(2);
    },
  );

  it("does the same with the older protocol", async () => {
    const member = await addPerson(app);
    const clientProvider = makeProvider((url) => approveWithoutBrowser(url, member.email));
    const client = new OldClient({ name: "florin-test", version: "1" });
    type OldProvider = NonNullable<ConstructorParameters<typeof OldTransport>[1]>["authProvider"];
    const open = () =>
      new OldTransport(mcpUrl, {
        authProvider: clientProvider.provider as unknown as NonNullable<OldProvider>,
      });
    const first = open();
    await client.connect(first as never).catch(async (error: unknown) => {
      if (!(error instanceof OldUnauthorizedError)) throw error;
      await first.finishAuth(clientProvider.answer().get("code") ?? "");
      await client.connect(open() as never);
    });
    expect((await client.callTool(look)).structuredContent).toEqual(shown);
    await client.close();
  });

  it("asks the person again after the grant was revoked, without registering again", async () => {
    const member = await addPerson(app);
    const clientProvider = makeProvider((url) => approveWithoutBrowser(url, member.email));
    await (await connect(clientProvider)).close();
    const form = {
      token: clientProvider.kept.tokens?.refresh_token ?? "",
      client_id: clientIdOf(clientProvider.kept.client),
    };
    await fetch(`${app.baseUrl}/oauth/revoke`, { method: "POST", body: new URLSearchParams(form) });
    await (await connect(clientProvider)).close();
    expect(clientProvider.log.filter((step) => step === "registered")).toHaveLength(1);
    expect(clientProvider.log.filter((step) => step === "asked")).toHaveLength(2);
  });
});

describe("a client that was given localhost", () => {
  it("finds, trusts and uses the service under that name", async () => {
    const member = await addPerson(app);
    const named = app.baseUrl.replace("127.0.0.1", "localhost");
    const clientProvider = makeProvider(
      async (url) => (await new PageVisitor(named).authorize(url, member.email)).searchParams,
    );
    const client = await connect(clientProvider, new URL(`${named}/mcp`));
    expect((await client.callTool(look)).structuredContent).toEqual(shown);
    expect(decodeJwt(clientProvider.kept.tokens?.access_token ?? "")).toMatchObject({
      iss: named,
      aud: `${named}/mcp`,
    });
    await client.close();
  });

  it("cannot make it accept any other name", async () => {
    for (const host of ["evil.example", "localhost.evil.example", "localhost:1"]) {
      const reply = await new Promise<string>((resolve, reject) => {
        const path = "/.well-known/oauth-protected-resource/mcp";
        http
          .get(app.baseUrl + path, { headers: { host } }, (response) => {
            let text = "";
            response.on("data", (chunk) => (text += chunk)).on("end", () => resolve(text));
          })
          .on("error", reject);
      });
      expect(JSON.parse(reply).resource).toBe(mcpUrl.href);
    }
  });
});

function clientIdOf(client: unknown): string {
  return (client as { client_id: string }).client_id;
}

async function approveWithoutBrowser(url: string, email: string): Promise<URLSearchParams> {
  return (await new PageVisitor(app.baseUrl).authorize(url, email)).searchParams;
}

async function approveInBrowser(
  browser: Browser,
  url: string,
  email: string,
  faults: string[],
): Promise<URLSearchParams> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on(
    "request",
    (request) =>
      request.url().startsWith(app.baseUrl) ||
      request.url().startsWith(callback.url) ||
      faults.push(`outside: ${request.url()}`),
  );
  await page.goto(url);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  faults.push(...(await findSeriousFaults(page)));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Headless client").first().waitFor();
  await page.getByText("Look up and screen companies").waitFor();
  faults.push(...(await findSeriousFaults(page)));
  const [cookie] = (await context.cookies()).filter(({ name }) => name === "__Host-florin_session");
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax" });
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.waitForURL(`${callback.url}**`);
  const { searchParams } = new URL(page.url());
  await context.close();
  return searchParams;
}

/** The client program's callback server, to which the browser returns. */
async function startCallback(): Promise<{ url: string }> {
  const server = http.createServer((request, response) => {
    response.writeHead(request.url?.startsWith("/callback") ? 200 : 204, { "content-type": "text/html" });
    response.end(
      '<!doctype html><html lang="en"><title>Done</title><link rel="icon" href="data:,"><p>You can close this window.',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/callback` };
}
