/**
 * What a text from outside holds; null when it is not JSON, which no document of a source may be. Editors on Windows
 * begin a file with a byte order mark; a NUL, which JSON can write, is no text that can be stored.
 */
export function parseJson(text: string): unknown {
  if (text.includes("\\u0000")) return null;
  try {
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch {
    return null;
  }
}
