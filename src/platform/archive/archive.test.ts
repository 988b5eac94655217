import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { onTestFileEnd } from "../../../test/cleanup.ts";
import { type ArchiveWriter, openArchive, readArchive } from "./index.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "florin-archive-"));
onTestFileEnd(() => rmSync(folder, { recursive: true, force: true }));

const CONTENT: [name: string, text: string][] = [
  ["contents.json", "{}"],
  ["tables/empty", ""],
  ["tables/one block", "x".repeat(512)],
  [`files/${"long".repeat(40)}`, "y".repeat(100_000)],
];

async function pack(fill: (archive: ArchiveWriter) => Promise<void>): Promise<Buffer> {
  const target = new PassThrough();
  const bytes = target.toArray();
  // A failure is reported to the writer.
  bytes.catch(() => {});
  const archive = openArchive(target);
  await fill(archive);
  await archive.finish();
  return Buffer.concat(await bytes);
}

const packContent = () =>
  pack(async (archive) => {
    for (const [name, text] of CONTENT) await archive.add(name, Buffer.from(text));
  });

async function unpack(bytes: Uint8Array): Promise<[name: string, text: string][]> {
  const found: [string, string][] = [];
  for await (const { name, bytes: length, content } of readArchive(Readable.from([bytes]))) {
    const text = Buffer.concat(await Array.fromAsync(content())).toString();
    expect(text.length).toBe(length);
    found.push([name, text]);
  }
  return found;
}

describe("an archive", () => {
  it("returns what was put in, in its order", async () => {
    expect(await unpack(await packContent())).toEqual(CONTENT);
  });

  it("opens with the tar of the system, and reads what that has written", async () => {
    const file = path.join(folder, "archive.tgz");
    writeFileSync(file, await packContent());
    execFileSync("tar", ["xzf", file, "-C", folder]);
    for (const [name, text] of CONTENT) expect(readFileSync(path.join(folder, name), "utf8")).toBe(text);
    const written = execFileSync("tar", ["cz", "-C", folder, ...CONTENT.map(([name]) => name)]);
    expect(await unpack(written)).toEqual(CONTENT);
  });

  it("skips entries that are not read", async () => {
    const names: string[] = [];
    for await (const { name } of readArchive(Readable.from([await packContent()]))) names.push(name);
    expect(names).toEqual(CONTENT.map(([name]) => name));
  });

  it("takes large content piece by piece", async () => {
    const pieces = Array.from({ length: 200 }, (_, at) => Buffer.alloc(65_536, at));
    const packed = await pack((archive) => archive.addStream("large", 200 * 65_536, Readable.from(pieces)));
    const [entry] = await unpack(packed);
    expect(entry?.[1]).toBe(Buffer.concat(pieces).toString());
  });
});

describe("a damaged archive", () => {
  it("is refused wherever it was cut", async () => {
    const tar = gunzipSync(await packContent());
    for (const kept of [0, 1, 512, 513, 1_024, 3_000, tar.length - 1_024, tar.length - 1])
      await expect(unpack(gzipSync(tar.subarray(0, kept))), `${kept} bytes`).rejects.toThrow();
    const packed = await packContent();
    for (const kept of [0, 5, 100, packed.length - 1])
      await expect(unpack(packed.subarray(0, kept)), `${kept} packed bytes`).rejects.toThrow();
  });

  it("is refused when any byte of a header has changed", async () => {
    const tar = gunzipSync(await packContent());
    for (const at of [0, 110, 124, 130, 150, 156, 300]) {
      const changed = Buffer.from(tar);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(unpack(gzipSync(changed)), `byte ${at}`).rejects.toThrow();
    }
  });

  it("is refused when something follows its end, or it is no archive", async () => {
    const tar = gunzipSync(await packContent());
    await expect(unpack(gzipSync(Buffer.concat([tar, Buffer.from("more")])))).rejects.toThrow();
    await expect(unpack(gzipSync(Buffer.from("no tar".repeat(500))))).rejects.toThrow();
    await expect(unpack(Buffer.from("not compressed"))).rejects.toThrow();
  });
});

describe("writing an archive", () => {
  it("fails when content is shorter or longer than announced", async () => {
    const three = () => Readable.from([Buffer.from("abc")]);
    for (const bytes of [2, 4])
      await expect(pack((archive) => archive.addStream("x", bytes, three()))).rejects.toThrow();
  });

  it.each([
    ["fails", (target: Writable) => target.destroy(new Error("disk full"))],
    ["is closed", (target: Writable) => target.destroy()],
  ])("ends when its target %s", async (_case, end) => {
    const target = new Writable({ write: (_piece, _encoding, done) => done() });
    const archive = openArchive(target);
    await archive.add("first", Buffer.from("x"));
    end(target);
    const fill = async () => {
      for (let at = 0; at < 100; at++) await archive.add(`${at}`, Buffer.alloc(1_000_000));
      await archive.finish();
    };
    await expect(fill()).rejects.toThrow();
  });
});
