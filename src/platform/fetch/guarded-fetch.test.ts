import http from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { onTestFileEnd } from "../../../test/cleanup.ts";
import { isPublicAddress, makeGuardedFetch } from "./index.ts";

let reached = 0;
const server = http.createServer((request, response) => {
  reached++;
  if (request.url === "/redirect") response.writeHead(302, { location: "/file" }).end();
  else if (request.url === "/loop") response.writeHead(302, { location: "/loop" }).end();
  else if (request.url === "/slow") setTimeout(() => response.end("late"), 5_000);
  else if (request.url === "/to-metadata")
    response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
  else if (request.url?.startsWith("/to/")) {
    const [path = "", location] = request.url.split("?");
    response.writeHead(Number(path.slice(4)), { location }).end();
  } else response.writeHead(200, { "content-type": "text/plain" }).end("x".repeat(1_000));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
onTestFileEnd(() => server.close());
const { port } = server.address() as { port: number };
const local = `http://127.0.0.1:${port}`;
const LIMITS = { bytesMax: 10_000, secondsMax: 2 };
const guarded = makeGuardedFetch({ userAgent: "florin-test" });
const open = makeGuardedFetch({ userAgent: "florin-test", allowLocal: true });

describe("isPublicAddress", () => {
  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.20.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
  ])("refuses the IPv4 address %s", (address) => expect(isPublicAddress(address)).toBe(false));
  it.each([
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:db8::1",
    "nonsense",
  ])("refuses the IPv6 or malformed address %s", (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(["8.8.8.8", "93.184.215.14", "2606:4700::1111", "2a00:1450:4001::1"])(
    "accepts the public address %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe("the guarded fetch", () => {
  it.each([
    local,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://user:pw@127.0.0.1:${port}/`,
    "file:///etc/passwd",
    "ftp://example.com/x",
    "not a url",
  ])("refuses %s without connecting to it", async (url) => {
    const before = reached;
    await expect(guarded(url, LIMITS)).rejects.toMatchObject({ code: "fetch_refused" });
    expect(reached).toBe(before);
  });

  it("follows redirects, but not into private networks and not for ever", async () => {
    const followed = await open(`${local}/redirect`, LIMITS);
    expect([followed.status, followed.url, (await text(followed.body)).length]).toEqual([
      200,
      `${local}/file`,
      1_000,
    ]);
    await expect(open(`${local}/loop`, LIMITS)).rejects.toMatchObject({ code: "fetch_failed" });
    // Even a client that may call this machine is checked again at each hop.
    const mixed = makeGuardedFetch({ userAgent: "florin-test" });
    await expect(mixed("http://169.254.169.254/latest", LIMITS)).rejects.toMatchObject({
      code: "fetch_refused",
    });
  });

  it("sends another origin no secret that was meant for the first, and posts a body nowhere else", async () => {
    const received: { method: string | undefined; headers: http.IncomingHttpHeaders; body: string }[] = [];
    const other = http.createServer(async (request, response) => {
      received.push({ method: request.method, headers: request.headers, body: await text(request) });
      response.end("ok");
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    onTestFileEnd(() => other.close());
    const target = `http://127.0.0.1:${(other.address() as { port: number }).port}/`;
    const secret = {
      "x-openfigi-apikey": "secret",
      authorization: "secret",
      "x-anything": "secret",
      accept: "text/plain",
      "content-type": "application/json",
    };
    const input = { ...LIMITS, method: "POST" as const, body: "secret", headers: secret };
    for (const status of [301, 302, 303]) {
      received.length = 0;
      const { body } = await open(`${local}/to/${status}?${target}`, input);
      await text(body);
      expect(received).toMatchObject([{ method: "GET", body: "", headers: { accept: "text/plain" } }]);
      expect(JSON.stringify(received)).not.toContain("secret");
    }
    for (const status of [307, 308]) {
      received.length = 0;
      const refused = open(`${local}/to/${status}?${target}`, input);
      await expect(refused).rejects.toMatchObject({ code: "fetch_refused" });
      expect(received).toEqual([]);
    }
  });

  it("stops at its limits of size and time", async () => {
    const { body } = await open(`${local}/file`, { ...LIMITS, bytesMax: 100 });
    await expect(text(body)).rejects.toMatchObject({ code: "file_too_large" });
    await expect(open(`${local}/slow`, { ...LIMITS, secondsMax: 0.2 })).rejects.toMatchObject({
      code: "fetch_failed",
    });
  });
});
