import { describe, expect, it } from "vitest";
import { readCookie, SESSION_COOKIE, writeCookie } from "./cookies.ts";

describe("readCookie", () => {
  it.each([
    ["a=1; b=2", "b", "2"],
    ["a=1;b = 2 ;c=3", "b", "2"],
    ["b=x=y==", "b", "x=y=="],
    ["b=%41", "b", "%41"],
    ["b=first; b=second", "b", "first"],
    ["b; b=2", "b", "2"],
    ["b", "b", undefined],
    ["=b", "", undefined],
    ["a=1", "toString", undefined],
    ["", "b", undefined],
    [undefined, "b", undefined],
  ])("finds in %j as %j the value %j", (header, name, value) => {
    expect(readCookie(header, name)).toBe(value);
  });

  it("returns what was written", () => {
    const [sent] = writeCookie(SESSION_COOKIE, "a-_0", 60).split(";");
    expect(readCookie(`other=1; ${sent}`, SESSION_COOKIE)).toBe("a-_0");
  });
});
