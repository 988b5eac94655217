import { isInstruction, type Quote } from "../../answers/index.ts";
import type { PageRecord } from "../../reports/index.ts";
import type { FieldSource } from "./field-source.ts";
import { quoteWithin } from "./quoted-reading.ts";

export interface PlacedQuote extends Quote {
  record: PageRecord;
  /** The block it was found in. */
  within: PageRecord["blocks"][number]["box"];
}

/**
 * Finds a quote on the given page: exact except for white space, within one block. Text that gives instructions to its
 * reader proves nothing, as in the sentences of answers.
 */
export function locateQuote(
  { reader }: FieldSource,
  { page, quote }: { page: number; quote: string },
): PlacedQuote | null {
  const record = reader.report.pages.find((one) => one.page === page);
  const wanted = fold(quote);
  for (const block of record?.blocks ?? []) {
    if (!record || !fold(block.text).includes(wanted) || isInstruction(block.text)) continue;
    const found = quoteWithin(record, block.box, wanted);
    if (found) return { ...found, record, within: block.box };
  }
  return null;
}

function fold(text: string): string {
  return text.normalize("NFKC").replace(/\s+/g, " ").trim();
}
