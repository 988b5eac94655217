/** What a text holds; null when it is not JSON, which no document of a source may be. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
