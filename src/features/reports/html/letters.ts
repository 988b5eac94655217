/** Chinese, Japanese and Korean letters are as wide as high, which is twice as wide as others. */
const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff01-\uff60]/g;

/** How many ordinary letters wide a text is. */
export function letterUnits(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}
