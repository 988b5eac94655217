import { afterEach, describe, expect, it, vi } from "vitest";
import { pressSearch, wasPressed } from "./pressed-searches.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("pressed searches", () => {
  it("knows a search however its address is written", () => {
    pressSearch("?query=interest%20rate");
    expect(wasPressed("query=interest+rate")).toBe(true);
  });

  it("knows no search that was not pressed, or pressed with another filter", () => {
    pressSearch("?query=dividend");
    expect(wasPressed("?query=dividends")).toBe(false);
    expect(wasPressed("?query=dividend&country=DE")).toBe(false);
  });

  it("forgets a press after a minute", () => {
    vi.useFakeTimers();
    pressSearch("?query=lease");
    vi.advanceTimersByTime(59_000);
    expect(wasPressed("?query=lease")).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(wasPressed("?query=lease")).toBe(false);
  });
});
