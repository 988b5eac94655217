import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { Storage } from "../../platform/storage/index.ts";
import { loadPages } from "./read-report.ts";

const PAGES = [
  { page: 1, lines: [], words: [{ text: 'a ","words":[ in a text', box: [0, 0, 1, 1] }] },
  { page: 2, lines: [], words: [] },
  { page: 3, lines: [] },
];

it("gives every page its words, however often they are asked for", async () => {
  const file = gzipSync(PAGES.map((page) => JSON.stringify(page)).join("\n"));
  // Nothing else of it is used.
  const storage = { read: async () => Readable.from([file]) } as unknown as Storage;
  const { pages } = await loadPages(storage, "any");
  for (let turn = 0; turn < 2; turn++) expect(pages).toEqual(PAGES);
});
