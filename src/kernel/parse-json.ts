/**
 * Parses JSON from outside; null when it is not JSON, which no source document may be. Editors on Windows start a
 * file with a byte order mark; a NUL, which JSON can express, cannot be stored.
 */
export function parseJson(text: string): unknown {
  if (text.includes("\\u0000")) return null;
  try {
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch {
    return null;
  }
}
