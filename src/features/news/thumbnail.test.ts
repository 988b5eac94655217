import { expect, it } from "vitest";
import { renderThumbnail, thumbnailUrl } from "./thumbnail.ts";

it("gives every source a URL that leads back to its name, whatever characters the name has", () => {
  for (const source of ["The Daily Post", "a/b?c#d %.png", "日本経済新聞", "🗞️".repeat(60), "x".repeat(500)]) {
    const [, encoded = ""] = /^\/thumbnails\/([^/?#]+)\.png$/.exec(thumbnailUrl("", source)) ?? [];
    const name = decodeURIComponent(encoded);
    expect(source.startsWith(name)).toBe(true);
    expect(renderThumbnail(name)?.subarray(1, 4).toString()).toBe("PNG");
  }
});

it("gives articles without a source a picture too, and draws no text longer than the name", () => {
  expect(thumbnailUrl("", null)).toBe("/thumbnails/News.png");
  expect(thumbnailUrl("", "")).toBe("/thumbnails/News.png");
  expect(renderThumbnail("x".repeat(81))).toBeNull();
});
