/** Chinese, Japanese and Korean characters are as wide as high, which is twice as wide as others. */
const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff01-\uff60]/g;

/** The width of a text in ordinary letters. */
export function letterUnits(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}
