import { Zip, ZipDeflate } from "fflate";
import type { Storage, StoredFile } from "../../../platform/storage/index.ts";
import { readPages } from "../read-pages.ts";
import { pageToMarkdown, tableToCsv } from "./write-markdown.ts";

/** A fixed date, so that the same file always gives the same archive. */
const ARCHIVE_DATE = new Date(1980, 0, 1);

/** The complete result as one zip: pages as JSON Lines, the text as Markdown, each table as CSV. */
export async function packageResult(storage: Storage, extractSha256: string): Promise<StoredFile> {
  const writer = await storage.openWriter({ contentType: "application/zip", contentEncoding: null });
  let written: Promise<void> = Promise.resolve();
  let failure: unknown = null;
  const fail = (error: unknown) => {
    failure ??= error;
  };
  const flush = async () => {
    await written;
    if (failure) throw failure;
  };
  const zip = new Zip((error, chunk) => {
    if (error) failure ??= error;
    // Never rejects: the next caller that awaits it throws the failure, and until then no one awaits it.
    else written = written.then(() => (failure ? undefined : writer.write(chunk))).catch(fail);
  });
  const open = (name: string) => {
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = ARCHIVE_DATE;
    zip.add(entry);
    return entry;
  };
  const encode = (text: string) => new TextEncoder().encode(text);
  try {
    const pages = open("pages.jsonl");
    for await (const page of readPages(storage, extractSha256)) {
      pages.push(encode(`${JSON.stringify(page)}\n`));
      await flush();
    }
    pages.push(new Uint8Array(), true);
    const markdown = open("text.md");
    for await (const page of readPages(storage, extractSha256)) {
      markdown.push(encode(`${pageToMarkdown(page)}\n`));
      await flush();
    }
    markdown.push(new Uint8Array(), true);
    for await (const page of readPages(storage, extractSha256)) {
      for (const index of page.tables.keys()) {
        open(`tables/page-${String(page.page).padStart(4, "0")}-${index + 1}.csv`).push(
          encode(tableToCsv(page, index)),
          true,
        );
      }
      await flush();
    }
    zip.end();
    await flush();
    return await writer.finish();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}
