import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type MakeBreaker, openBreaker } from "../src/platform/breaker/index.ts";
import { openMailer } from "../src/platform/mail/index.ts";
import { openLanguageModel } from "../src/platform/models/index.ts";
import { openS3Storage, openTemporaryFolder, type Storage } from "../src/platform/storage/index.ts";
import { startTestApp } from "./app.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { startFlakyProxy } from "./flaky-proxy.ts";
import { startS3Server } from "./s3-server.ts";
import { startScriptedModel } from "./scripted-model.ts";

const s3 = await startS3Server();
const proxy = await startFlakyProxy(s3.endpoint ?? "");
onTestFileEnd(() => proxy.close());
const temporary = openTemporaryFolder(path.join(os.tmpdir(), `florin-breakers-${process.pid}`));
onTestFileEnd(() => rmSync(temporary.path, { recursive: true, force: true }));
const address = { ...s3, endpoint: proxy.url };

/** The same rules, with a rest short enough to wait for. */
const quickBreaker: MakeBreaker = (options) => openBreaker({ ...options, pauseMilliseconds: 3_000 });

async function put(storage: Storage, text: string): Promise<string> {
  const writer = await storage.openWriter({ contentType: "text/plain", contentEncoding: null });
  await writer.write(Buffer.from(text));
  return (await writer.finish()).sha256;
}

describe("S3 that answers with errors", () => {
  it("is reported in our own words, left alone, tried again, and used again", async () => {
    const storage = await openS3Storage(
      { ...address, makeBreaker: quickBreaker, temporary },
      randomBytes(32),
    );
    const kept = await put(storage, "before");
    proxy.mode = "error";
    const refused = expect.objectContaining({ code: "storage_unavailable" });
    for (let call = 0; call < 2; call++)
      await expect(put(storage, `during ${call}`)).rejects.toEqual(refused);
    const requested = proxy.requests;
    await expect(storage.size(kept)).rejects.toEqual(refused);
    expect(proxy.requests).toBe(requested);
    // A link is signed here, without a call to the store.
    const link = { sha256: kept, fileName: "a", contentType: "text/plain", contentEncoding: null };
    expect(await storage.link(link, "")).toContain(kept);
    proxy.mode = "pass";
    await expect.poll(() => storage.size(kept).catch(() => null)).toBe(6);
    expect(await storage.size(await put(storage, "after"))).toBe(5);
  });

  it("is not considered down when a file is missing", async () => {
    const storage = await openS3Storage(
      { ...address, makeBreaker: quickBreaker, temporary },
      randomBytes(32),
    );
    for (let call = 0; call < 10; call++) expect(await storage.size("0".repeat(64))).toBeNull();
    await put(storage, "still here");
  });

  it("fails an upload with 503 and Retry-After at no cost, and /metrics reports it", async () => {
    const app = await startTestApp({
      rate_factor: 100,
      s3_bucket: s3.bucket,
      s3_endpoint: proxy.url,
      s3_access_key_id: s3.accessKeyId,
      s3_secret_access_key: s3.secretAccessKey,
    });
    const { key } = await app.addAccount();
    proxy.mode = "error";
    const upload = () => {
      const form = new FormData();
      form.set("title", "A report");
      form.set("file", new Blob([`%PDF-1.4\n${Math.random()}`]), "a.pdf");
      return app.call("POST", "/v1/company_report/upload", { key, form });
    };
    const replies = [await upload(), await upload(), await upload()];
    proxy.mode = "pass";
    for (const { status, json, headers } of replies) {
      expect([status, json.code]).toEqual([503, "storage_unavailable"]);
      expect([Number(headers.get("retry-after")) > 0, headers.get("x-credits-charged")]).toEqual([true, "0"]);
    }
    const { text } = await app.call("GET", "/metrics");
    expect(text).toContain('florin_breaker_state{service="s3"} 2');
  });
});

describe("a language model", () => {
  async function openScripted() {
    const provider = await startScriptedModel();
    const model = await openLanguageModel({
      provider: "openai-compatible",
      model: "test",
      url: provider.url,
      apiKey: undefined,
      secondsMax: 20,
      tokensMax: 100,
      contextTokensMax: 8_000,
      tokensPerDay: 100_000,
    });
    const write = () =>
      model.write({ instructions: "a", material: "b", signal: AbortSignal.timeout(60_000) });
    return { provider, write };
  }

  it("that does not answer is no longer waited for after five times", async () => {
    const { provider, write } = await openScripted();
    provider.script({ status: 401 });
    for (let call = 0; call < 5; call++) await expect(write()).rejects.toThrow("unavailable");
    const requested = provider.requests.length;
    provider.script({ say: "hello" });
    await expect(write()).rejects.toThrow("unavailable");
    expect(provider.requests.length).toBe(requested);
  });

  it("that refuses requests of one caller still answers those of others", async () => {
    const { provider, write } = await openScripted();
    provider.script({ status: 400 });
    for (let call = 0; call < 6; call++) await expect(write()).rejects.toThrow("unavailable");
    provider.script({ say: "hello" });
    expect((await write()).text).toBe("hello");
  });
});

describe("a mail server that is down", () => {
  it("is not tried again for every mail", async () => {
    const mailer = openMailer({ url: "smtp://127.0.0.1:1", from: "florin@example.com" });
    onTestFileEnd(() => mailer.close());
    const send = () => mailer.send({ to: "a@example.com", subject: "s", text: "t" });
    for (let mail = 0; mail < 3; mail++) await expect(send()).rejects.toThrow("ECONNREFUSED");
    await expect(send()).rejects.toThrow("does not respond");
  });
});
