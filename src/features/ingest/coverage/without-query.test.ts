import { expect, it } from "vitest";
import { withoutQuery } from "./without-query.ts";

it("shows the address of a feed without a token in its query or before its host", () => {
  expect(withoutQuery("https://key:secret@feeds.example.com:8443/rss/all.xml?token=abc#top")).toBe(
    "https://feeds.example.com:8443/rss/all.xml",
  );
});

it("leaves an origin that is no address as it is", () => {
  expect(withoutQuery("import by the command line")).toBe("import by the command line");
});
