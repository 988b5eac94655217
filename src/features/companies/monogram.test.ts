import { crc32, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { pickInitials, renderMonogramPng } from "./monogram.ts";

describe("renderMonogramPng", () => {
  it("renders the same picture for the same name and another picture for another name", () => {
    expect(renderMonogramPng("Harbour Steel")).toEqual(renderMonogramPng("Harbour Steel"));
    expect(renderMonogramPng("Harbour Steel")).not.toEqual(renderMonogramPng("Kestrel"));
  });

  it("produces a complete PNG of 128 by 128 pixels", () => {
    const png = renderMonogramPng("Harbour Steel");
    expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([128, 128]);
    const at = png.indexOf("IDAT", 0, "latin1");
    const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    expect(pixels.length).toBe(129 * 128);
    expect(pixels.includes(2)).toBe(true);
    const end = at + 4 + png.readUInt32BE(at - 4);
    expect(png.readUInt32BE(end), "the checksum, without which no program shows it").toBe(
      crc32(png.subarray(at, end)),
    );
  });

  it("draws something for every name", () => {
    for (const name of ["", "株式会社北風", "3M", "🙂", "Ab", "x".repeat(500)])
      expect(renderMonogramPng(name).length, name).toBeGreaterThan(100);
  });
});

it("takes the initials of the distinctive words", () => {
  expect(pickInitials("The Harbour Steel Company")).toBe("HS");
  expect(pickInitials("Kestrel plc")).toBe("KE");
  expect(pickInitials("北風")).toBe("");
});
