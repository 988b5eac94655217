/** Decodes bytes piece by piece, and reports when they were not in the declared encoding. */
export interface Decoder {
  write: (bytes: Uint8Array) => string;
  end: () => string;
  /** The actual encoding, when it is not the declared one. */
  mistake: () => string | null;
}

const SNIFF_BYTES = 1_024;

/**
 * Uses the byte order mark, then the HTTP header, then the XML declaration, then UTF-8. Bytes declared as UTF-8 but
 * invalid are read as Windows-1252, which such feeds mostly are.
 */
export function decodeBytes(headerCharset: string | null): Decoder {
  let held: Uint8Array = new Uint8Array(0);
  let decoder: TextDecoder | null = null;
  let mistake: string | null = null;

  function decode(bytes: Uint8Array, last: boolean): string {
    decoder ??= new TextDecoder(findCharset(bytes, headerCharset), { fatal: true });
    try {
      return decoder.decode(bytes, { stream: !last });
    } catch {
      // Only an incomplete character at the end: the text was truncated, and is reported as such.
      if (last && bytes.length === 0) return "";
      mistake ??= `not valid ${decoder.encoding}, read as windows-1252`;
      decoder = new TextDecoder("windows-1252");
      return decoder.decode(bytes, { stream: !last });
    }
  }

  return {
    write(bytes) {
      if (decoder !== null) return decode(bytes, false);
      held = Buffer.concat([held, bytes]);
      if (held.length < SNIFF_BYTES) return "";
      const first = held;
      held = new Uint8Array(0);
      return decode(first, false);
    },
    end: () => decode(held, true),
    mistake: () => mistake,
  };
}

function findCharset(bytes: Uint8Array, headerCharset: string | null): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  const head = Buffer.from(bytes.subarray(0, SNIFF_BYTES)).toString("latin1");
  const declared = /^\s*<\?xml[^>]*\bencoding=["']([\w.:-]+)["']/.exec(head)?.[1] ?? null;
  return [headerCharset, declared].find((charset) => charset !== null && isKnown(charset)) ?? "utf-8";
}

function isKnown(charset: string): boolean {
  try {
    new TextDecoder(charset);
    return true;
  } catch {
    return false;
  }
}
