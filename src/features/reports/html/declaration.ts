const INSPECTED_BYTES = 4_096;
const PDF_WITHIN_BYTES = 1_024;
const HTML_START = /<(?:!doctype\s+html|html|head|body)[\s>]/i;

/** The file type by its first bytes, whatever its name claims; null for anything unreadable. */
export function sniffContentType(start: Buffer): "application/pdf" | "text/html" | null {
  if (start.subarray(0, PDF_WITHIN_BYTES).includes("%PDF-")) return "application/pdf";
  const head = new TextDecoder(markedEncoding(start) ?? "latin1").decode(start.subarray(0, INSPECTED_BYTES));
  return HTML_START.test(head) ? "text/html" : null;
}

/** The declared encoding of an HTML file, and whether it is XHTML. */
export function readDeclaration(start: Buffer): { encoding: string; xml: boolean } {
  const marked = markedEncoding(start);
  const head = new TextDecoder(marked ?? "latin1").decode(start.subarray(0, INSPECTED_BYTES));
  const named =
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})|<\?xml[^>]{0,100}encoding=["']([\w-]{1,40})/i.exec(
      head,
    );
  return {
    encoding: marked ?? knownEncoding(named?.[1] ?? named?.[2]),
    xml: /^\W*<\?xml/.test(head),
  };
}

function markedEncoding(start: Buffer): string | null {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return "utf-8";
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  return null;
}

function knownEncoding(name: string | undefined): string {
  try {
    return new TextDecoder(name ?? "utf-8").encoding;
  } catch {
    return "utf-8";
  }
}
