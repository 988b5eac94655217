import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { onTestFileEnd } from "../../../test/cleanup.ts";
import { startS3Server } from "../../../test/s3-server.ts";
import {
  contentDisposition,
  openFolderStorage,
  openS3Storage,
  openTemporaryFolder,
  verifyLink,
} from "./index.ts";
import { signLink } from "./signed-link.ts";
import type { Storage } from "./storage.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "florin-storage-"));
onTestFileEnd(() => rmSync(folder, { recursive: true, force: true }));
const signingKey = randomBytes(32);
const s3 = await startS3Server();
const temporary = openTemporaryFolder(path.join(folder, "temporary"));
const storages: [string, Storage][] = [
  ["a folder", openFolderStorage(folder, signingKey)],
  ["S3", await openS3Storage({ ...s3, temporary }, signingKey)],
];

const PDF = { contentType: "application/pdf", contentEncoding: null };

async function put(storage: Storage, content: string) {
  const writer = await storage.openWriter(PDF);
  for (const piece of content.match(/.{1,4}/gs) ?? []) await writer.write(Buffer.from(piece));
  return writer.finish();
}

describe.each(storages)("storage in %s", (_where, storage) => {
  it("stores a file once, under the hash of its content", async () => {
    const content = "Revenue rose by 4 percent.";
    const [first, second] = [await put(storage, content), await put(storage, content)];
    expect(first).toEqual({
      sha256: createHash("sha256").update(content).digest("hex"),
      bytes: content.length,
    });
    expect(second).toEqual(first);
    expect(await storage.size(first.sha256)).toBe(content.length);
    expect(await text(await storage.read(first.sha256))).toBe(content);
    expect(await text(await storage.read(first.sha256, { start: 8, end: 11 }))).toBe("rose");
    expect(await storage.withLocalFile(first.sha256, async (file) => readFileSync(file, "utf8"))).toBe(
      content,
    );
    await storage.remove(first.sha256);
    expect(await storage.size(first.sha256)).toBeNull();
    await storage.remove(first.sha256);
  });
});

describe("links through the service", () => {
  const file = { sha256: "a".repeat(64), fileName: "Geschäfts bericht.pdf", ...PDF, contentEncoding: null };
  const now = new Date("2026-01-01T00:00:00Z");
  const partsOf = (link: string) => {
    const url = new URL(link, "http://x");
    const [, , sha256 = "", fileName = ""] = url.pathname.split("/");
    const query = Object.fromEntries(url.searchParams) as {
      type: string;
      expires: string;
      signature: string;
    };
    return { sha256, fileName: decodeURIComponent(fileName), ...query };
  };
  const parts = partsOf(signLink(signingKey, file, now));
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

  it("are valid for exactly seven days", () => {
    expect(verifyLink(signingKey, parts, later(604_799))).toEqual(file);
    expect(verifyLink(signingKey, parts, later(604_800))).toBeNull();
  });

  it.each(storages)("lead to files in %s", (_where, storage) => {
    const link = storage.serviceLink(file, "https://florin.example");
    expect(new URL(link).origin).toBe("https://florin.example");
    expect(verifyLink(signingKey, partsOf(link))).toEqual(file);
  });

  it("are refused after any changed byte, and under another key", () => {
    for (const [name, value] of Object.entries(parts)) {
      for (let at = 0; at < value.length; at++) {
        const changed = value.slice(0, at) + (value[at] === "0" ? "1" : "0") + value.slice(at + 1);
        expect(verifyLink(signingKey, { ...parts, [name]: changed }, now)).toBeNull();
      }
    }
    expect(verifyLink(randomBytes(32), parts, now)).toBeNull();
  });
});

describe("links to S3", () => {
  it("are signed by the store for exactly seven days, with name and type, and refused after a changed byte", async () => {
    const storage = await openS3Storage({ ...s3, temporary }, signingKey);
    const { sha256 } = await put(storage, "a report");
    const link = await storage.link(
      { sha256, fileName: "Bericht 2024.pdf", ...PDF, contentEncoding: null },
      "",
    );
    expect(new URL(link).searchParams.get("X-Amz-Expires")).toBe("604800");
    const reply = await fetch(link);
    expect([reply.status, await reply.text()]).toEqual([200, "a report"]);
    expect(reply.headers.get("content-type")).toBe("application/pdf");
    expect(reply.headers.get("content-disposition")).toBe('inline; filename="Bericht 2024.pdf"');
    const broken = link.replace(
      /X-Amz-Signature=(.)/,
      (_all, digit) => `X-Amz-Signature=${digit === "0" ? "1" : "0"}`,
    );
    expect((await fetch(broken)).status).toBe(403);
  });
});

describe("a storage folder", () => {
  const filesIn = (name: string) =>
    readdirSync(path.join(folder, name), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );

  it("stores the same content once, and nothing of an abandoned file", async () => {
    const storage = openFolderStorage(folder, signingKey);
    await put(storage, "twice");
    await put(storage, "twice");
    const writer = await storage.openWriter(PDF);
    await writer.write(Buffer.from("half"));
    await writer.abandon();
    expect([filesIn("objects").length, filesIn("incoming").length]).toEqual([1, 0]);
  });
});

describe("the temporary folder", () => {
  it("is cleared of files of killed processes when it is opened, and keeps those of living ones", () => {
    const place = path.join(folder, "leftovers");
    const ours = openTemporaryFolder(place).newFile();
    const dead = execFileSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" }).trim();
    const nameFor = (pid: number | string) => ours.replace(`_${process.pid}_`, `_${pid}_`);
    for (const pid of [dead, process.ppid, process.pid]) writeFileSync(nameFor(pid), "half an upload");
    openTemporaryFolder(place);
    expect(readdirSync(place)).toEqual([path.basename(nameFor(process.ppid))]);
  });
});

describe("contentDisposition", () => {
  it.each([
    ["a.pdf", "inline; filename=a.pdf"],
    ["Report 2024.pdf", 'inline; filename="Report 2024.pdf"'],
    ['a"; x=".pdf', 'inline; filename="a\\"; x=\\".pdf"'],
    ["a\\.pdf", 'inline; filename="a\\\\.pdf"'],
    ["Über.pdf", "inline; filename=\"?ber.pdf\"; filename*=UTF-8''%C3%9Cber.pdf"],
    [
      "a\r\nSet-Cookie: b",
      "inline; filename=\"a??Set-Cookie: b\"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b",
    ],
    ["a%20b.pdf", "inline; filename=a%20b.pdf; filename*=UTF-8''a%2520b.pdf"],
  ])("keeps %j from breaking the header", (name, header) => {
    expect(contentDisposition(name)).toBe(header);
  });
});
