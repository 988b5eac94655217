import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { FrameSource, writeFrame } from "./frames.ts";

const LIMITS = { headBytesMax: 1_000, bodyBytesMax: 1_000_000 };

describe("a frame", () => {
  it("arrives as it was written, with or without a body", async () => {
    const pipe = new PassThrough();
    const source = new FrameSource(pipe, LIMITS);
    const body = Buffer.alloc(200_000, "ä");
    const written = [
      writeFrame(pipe, { head: { name: "Überschuss" }, body }),
      writeFrame(pipe, { head: { name: "done" }, body: new Uint8Array(0) }),
    ];
    const first = await source.next();
    expect(first?.head).toEqual({ name: "Überschuss" });
    expect(body.equals(first?.body ?? new Uint8Array(0))).toBe(true);
    expect((await source.next())?.head).toEqual({ name: "done" });
    await Promise.all(written);
    pipe.end();
    expect(await source.next()).toBeNull();
  });

  it("is refused when it is larger than allowed", async () => {
    const pipe = new PassThrough();
    const source = new FrameSource(pipe, LIMITS);
    void writeFrame(pipe, { head: { name: "x".repeat(2_000) }, body: new Uint8Array(0) });
    await expect(source.next()).rejects.toThrow(/larger than allowed/);
  });
});
