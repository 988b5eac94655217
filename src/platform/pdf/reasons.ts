/** Why a document, or one page of it, could not be read. */
export const PDF_REASONS = [
  "file_unreadable",
  "file_too_large",
  "not_a_pdf",
  "damaged_pdf",
  "password_required",
  "unsupported_encryption",
  "too_many_pages",
  "page_out_of_range",
  "damaged_page",
  "garbled_text",
  "image_only",
  "too_much_text",
  "transform_failed",
  "memory_limit",
  "time_limit",
  "crashed",
  "aborted",
  "reader_closed",
  "too_busy",
] as const;

export type PdfReason = (typeof PDF_REASONS)[number];

/** Expected of a hostile or damaged file, and therefore data for the caller. */
export class Unreadable extends Error {
  readonly reason: PdfReason;

  constructor(reason: PdfReason, detail: string) {
    super(detail);
    this.name = "Unreadable";
    this.reason = reason;
  }
}
