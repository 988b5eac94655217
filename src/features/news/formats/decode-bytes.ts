/** Turns bytes into text piece by piece, and tells when they were not what they claimed to be. */
export interface Decoder {
  write: (bytes: Uint8Array) => string;
  end: () => string;
  /** What the bytes were read as, when that is not what they claimed to be. */
  mistake: () => string | null;
}

const SNIFF_BYTES = 1_024;

/**
 * Goes by the byte order mark, then the HTTP header, then the XML declaration, then UTF-8. Bytes that are not valid
 * UTF-8 though they claim to be are read as Windows-1252, which such feeds mostly are.
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
      // Nothing but a character cut in two at the end: that is a text cut off, and told as such.
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
