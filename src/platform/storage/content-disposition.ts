/** RFC 6266: an ASCII name for all clients, plus the exact one when it contains other characters. */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  if (plain === fileName) return `inline; filename="${plain}"`;
  return `inline; filename="${plain}"; filename*=UTF-8''${encodeStrictly(fileName)}`;
}

/** RFC 5987 allows fewer characters than a URL does. */
function encodeStrictly(text: string): string {
  const toPercent = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/['()*]/g, toPercent);
}
