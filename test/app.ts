import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { App } from "../src/app.ts";
import { type Config, readConfig } from "../src/config.ts";
import { type CreateKeyInput, createKey } from "../src/features/access/index.ts";
import { createAccount } from "../src/features/accounts/index.ts";
import { grantCredits } from "../src/features/credits/index.ts";
import { type Database, openDatabase } from "../src/platform/db/index.ts";
import { openLog } from "../src/platform/log/index.ts";
import { startApp } from "../src/start.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabaseAddress } from "./database.ts";
import { urlOf } from "./database-name.ts";
import { DeclaredAnswers } from "./declared-answers.ts";
import { copyDemoFiles } from "./templates.ts";

export interface TestApp extends App {
  db: Database;
  /** A new account with credits and a key. */
  addAccount: (input?: { credits?: number } & Partial<CreateKeyInput>) => Promise<TestAccount>;
  call: (method: string, url: string, options?: CallOptions) => Promise<TestReply>;
}

export interface TestAccount {
  accountId: string;
  keyId: string;
  key: string;
}

export interface CallOptions {
  key?: string;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  /** Aborted to hang up. */
  signal?: AbortSignal;
}

export interface TestReply {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  json: any;
}

/**
 * The whole service on a database of its own, listening on a free port, as a caller meets it. Its demo has been read
 * and indexed.
 */
export async function startTestApp(options: Partial<Config> = {}): Promise<TestApp> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "florin-app-"));
  // Given an address, it is one more node of the service that uses it.
  const address = options.database_url
    ? { url: options.database_url }
    : await freshDatabaseAddress(options.demo ? "demo" : "service");
  if (options.demo && !options.database_url) copyDemoFiles(options.data ?? folder);
  const config = readConfig({
    env: {},
    options: {
      data: folder,
      port: 0,
      demo: false,
      log_level: "silent",
      browser_path: "off",
      database_url: urlOf(address),
      ...options,
    },
  });
  const app = await startApp(config, openLog(config.log_level));
  const direct = options.database_direct_url;
  const db = openDatabase(direct === undefined ? address : { url: direct }, {
    connectionsMax: 4,
    statementSecondsMax: 30,
    applicationName: "florin-test",
  });
  onTestFileEnd(async () => {
    await app.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const declared = () => readDeclared(app.baseUrl, Object.keys(options));
  return {
    ...app,
    db,
    addAccount: (input = {}) => addAccount(db, input),
    call: async (method, url, callOptions = {}) => {
      const reply = await call(app.baseUrl + url, method, callOptions);
      if (url.startsWith("/v1/")) await checkDeclared(declared(), { method, url }, reply);
      return reply;
    },
  };
}

/** Every answer that a test gets is held against the OpenAPI file, so that it promises what the service does. */
async function checkDeclared(
  declared: Promise<DeclaredAnswers>,
  { method, url }: { method: string; url: string },
  { status, headers, text, json }: TestReply,
): Promise<void> {
  // The console asks for errors with the status 200, so that browsers do not log them; the envelope has their own.
  const ownStatus = (json as { status_code?: number } | null)?.status_code ?? status;
  const answer = {
    status: status === 200 ? ownStatus : status,
    text,
    type: headers.get("content-type") ?? "",
  };
  const violations = (await declared).findViolations(method, url, answer);
  if (violations.length > 0) throw new Error(violations.join("\n"));
}

const declaredAnswers = new Map<string, Promise<DeclaredAnswers>>();

/** Services with the same settings promise the same: the file is made, and its schemas compiled, once for them. */
function readDeclared(baseUrl: string, settings: string[]): Promise<DeclaredAnswers> {
  const kind = settings.sort().join();
  const known = declaredAnswers.get(kind);
  if (known) return known;
  const reading = call(`${baseUrl}/openapi.json`, "GET", {}).then(({ json }) => new DeclaredAnswers(json));
  declaredAnswers.set(kind, reading);
  return reading;
}

async function addAccount(
  db: Database,
  input: { credits?: number } & Partial<CreateKeyInput>,
): Promise<TestAccount> {
  const { credits = 1_000, ...keyInput } = input;
  const accountId = await createAccount(db, "Test");
  await grantCredits(db, accountId, credits);
  return { accountId, ...(await createKey(db, { accountId, name: "Test key", ...keyInput })) };
}

async function call(
  url: string,
  method: string,
  { key, body, form, headers = {}, signal }: CallOptions,
): Promise<TestReply> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "x-api-key": key }),
      ...headers,
    },
    ...(signal ? { signal } : {}),
    ...(form ? { body: form } : {}),
    ...(body === undefined ? {} : { body: asBytes(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

function asBytes(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return typeof body === "string" ? body : JSON.stringify(body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
