import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { onTestFileEnd } from "../../../test/cleanup.ts";
import { isPublicAddress, makeGuardedFetch, makePageFetch } from "./index.ts";
import { makeRobots, readRobots } from "./robots.ts";

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const limits = { bytesMax: 10_000, secondsMax: 5 };
const pageFetch = (allowLocal: boolean, pauseMilliseconds = 0) =>
  makePageFetch(makeGuardedFetch({ userAgent: "test/1", allowLocal }), { pauseMilliseconds });
const guarded = pageFetch(false);
const local = pageFetch(true);

describe("isPublicAddress", () => {
  it.each([
    "127.0.0.1",
    "127.255.0.9",
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "100.127.255.255",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "239.255.255.255",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "not an address",
  ])("refuses the private address %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.1",
    "172.15.0.1",
    "172.32.0.1",
    "2606:4700::1111",
    "2a00:1450::1",
  ])("accepts the public address %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe("a forbidden target", async () => {
  let calls = 0;
  const url = await serve((_request, response) => {
    calls++;
    response.end("secret");
  });
  const port = new URL(url).port;

  it.each([
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    "http://169.254.169.254/latest/meta-data/",
    "http://0.0.0.0/",
  ])("is refused: %s", async (address) => {
    await expect(guarded(address, limits)).rejects.toMatchObject({
      code: "fetch_refused",
    });
    expect(calls).toBe(0);
  });

  it.each([
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "http://user:word@example.com/",
    "data:,x",
    "//",
  ])("is refused for its scheme or form: %s", async (address) => {
    await expect(guarded(address, limits)).rejects.toMatchObject({ code: "fetch_refused" });
  });

  it("is refused after a redirect into a private network", async () => {
    const outside = await serve((_request, response) => {
      response.writeHead(302, { location: "http://10.0.0.1/admin" }).end();
    });
    await expect(local(outside, limits)).rejects.toMatchObject({ code: "fetch_refused" });
  });

  it("is refused after a redirect to another protocol", async () => {
    const outside = await serve((_request, response) => {
      response.writeHead(301, { location: "file:///etc/passwd" }).end();
    });
    await expect(local(outside, limits)).rejects.toMatchObject({ code: "fetch_refused" });
  });
});

describe("the limits of a fetch", () => {
  it("allow five redirects and not six", async () => {
    const url = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end("here");
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect((await local(`${url}/5`, limits)).body.toString()).toBe("here");
    await expect(local(`${url}/6`, limits)).rejects.toMatchObject({
      code: "fetch_failed",
    });
  });

  it("refuse a body that is too large, whether declared, undeclared or compressed", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/announced")
        response.writeHead(200, { "content-length": 20_000 }).end("x".repeat(20_000));
      else if (request.url === "/gzip")
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(50_000)));
      else {
        response.write("x".repeat(9_000));
        setTimeout(() => response.end("x".repeat(9_000)), 10);
      }
    });
    for (const path of ["/announced", "/gzip", "/slow"])
      await expect(local(url + path, limits)).rejects.toMatchObject({ code: "file_too_large" });
  });

  it("end a request to a server that sends nothing, and to one that trickles", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/silent") return;
      response.writeHead(200);
      const drip = setInterval(() => response.write("."), 50);
      response.on("close", () => clearInterval(drip));
    });
    for (const path of ["/silent", "/trickle"])
      await expect(local(url + path, { bytesMax: 10_000, secondsMax: 0.4 })).rejects.toMatchObject({
        code: "fetch_failed",
      });
  });

  it("distinguish a damaged encoding from a broken connection", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/bad")
        response.writeHead(200, { "content-encoding": "gzip" }).end("not gzip at all");
      else request.socket.destroy();
    });
    await expect(local(`${url}/bad`, limits)).rejects.toMatchObject({
      detail: "The body cannot be decompressed.",
    });
    await expect(local(`${url}/cut`, limits)).rejects.toMatchObject({
      code: "fetch_failed",
    });
  });
});

describe("a request", () => {
  it("carries our user agent, and no private header to another host", async () => {
    const seen: Record<string, string | undefined>[] = [];
    const other = await serve((request, response) => {
      seen.push({ key: request.headers["x-api-key"] as string, agent: request.headers["user-agent"] });
      response.writeHead(200, { "content-type": 'Text/XML; charset="ISO-8859-1"' }).end(Buffer.from([0xe9]));
    });
    const url = await serve((_request, response) => {
      response.writeHead(307, { location: other }).end();
    });
    const page = await local(url, { ...limits, headers: { "x-api-key": "k" } });
    expect(seen).toEqual([{ key: undefined, agent: "test/1" }]);
    expect(page).toMatchObject({ status: 200, contentType: "text/xml", charset: "ISO-8859-1" });
  });

  it("waits for the previous one to the same host, with a pause", async () => {
    let open = 0;
    let most = 0;
    const url = await serve((_request, response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        response.end();
      }, 20);
    });
    const polite = pageFetch(true, 50);
    const started = performance.now();
    await Promise.all([1, 2, 3].map((number) => polite(`${url}/${number}`, limits)));
    expect(most).toBe(1);
    expect(performance.now() - started).toBeGreaterThan(140);
  });
});

describe("robots.txt", () => {
  const rules = readRobots(
    "User-agent: *\nDisallow: /private\nAllow: /private/feed\nDisallow: /*.pdf$\n\nUser-agent: Other\nUser-agent: Florin\nDisallow: /only # for two\n",
    "florin",
  );
  const everybody = readRobots(
    "user-agent: *\ndisallow: /private\nallow: /private/feed\ndisallow: /*.pdf$",
    "florin",
  );

  it("is read for our name, even when several groups share it", () => {
    expect([rules("/only/x"), rules("/private"), rules("/")]).toEqual([false, true, true]);
  });

  it("is decided by its longest matching rule", () => {
    expect([
      everybody("/private/x"),
      everybody("/private/feed.xml"),
      everybody("/a.pdf"),
      everybody("/a.pdf?x"),
    ]).toEqual([false, true, false, true]);
    expect(readRobots("", "florin")("/anything")).toBe(true);
    expect(readRobots("User-agent: *\nDisallow:", "florin")("/anything")).toBe(true);
  });

  it.each([
    ["/é", "/%C3%A9/x"],
    ["/%c3%a9", "/%C3%A9"],
    ["/%70rivate", "/private"],
    ["/a%2Fb", "/a%2fb"],
    ["/a-%2A.html", "/a-*.html"],
    ["/a$b", "/a$b"],
    ["/*%20x$", "/a%20x"],
    ["/\ud800", "/%EF%BF%BD"],
    ["/100%", "/100%"],
  ])("compares paths in one spelling: %j forbids %j", (pattern, path) => {
    expect(readRobots(`User-agent: *\nDisallow: ${pattern}`, "florin")(path)).toBe(false);
  });

  it.each([
    ["ends lines with carriage returns", "User-agent: Florin\rDisallow: /"],
    ["has other lines between its agents", "User-agent: Florin\nSitemap: /s\nUser-agent: x\nDisallow: /"],
    ["names a version of ours", "User-agent: Florin/1.0\nDisallow: /"],
    ["starts with a byte order mark", "\ufeffUser-agent: Florin\nDisallow: /"],
    ["repeats our group", "User-agent: Florin\nDisallow: /a\n\nUser-agent: Florin\nDisallow: /"],
  ])("is obeyed when it %s", (_case, text) => {
    expect(readRobots(text, "florin")("/page")).toBe(false);
  });

  it.each([
    [
      "agents and rules",
      "User-agent: florin\nUser-agent: a\n".repeat(8_000) + "Disallow: /x\n".repeat(20_000),
    ],
    ["rules of ours", `User-agent: florin\n${"Disallow: /x\n".repeat(35_000)}`],
    ["spaces", `User-agent: florin\nDisallow: /a${" ".repeat(400_000)}b`],
    ["separators", `User-agent: florin\nDisallow: / #${" \u2028".repeat(100_000)}`],
    ["asterisks", `User-agent: florin\nDisallow: /${"*a".repeat(200_000)}$`],
  ])("is read and checked quickly with very many %s", (_case, text) => {
    const start = performance.now();
    readRobots(text, "florin")(`/${"a".repeat(8_000)}`);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("is requested again ten minutes after a failure, and a day after an answer", async () => {
    let status = 503;
    let requests = 0;
    let now = 0;
    const site = await serve((_request, response) => {
      requests += 1;
      response.writeHead(status).end("User-agent: *\nDisallow: /private");
    });
    const mayFetch = makeRobots(local, "florin", () => now);
    expect([await mayFetch(`${site}/page`), await mayFetch(`${site}/page`), requests]).toEqual([
      false,
      false,
      1,
    ]);
    status = 200;
    now += 10 * 60_000 + 1;
    expect([await mayFetch(`${site}/page`), await mayFetch(`${site}/private`), requests]).toEqual([
      true,
      false,
      2,
    ]);
    now += 23 * 3_600_000;
    await mayFetch(`${site}/page`);
    expect(requests).toBe(2);
  });
});
