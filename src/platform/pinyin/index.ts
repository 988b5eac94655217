/** Chinese characters by their sound in Mandarin. */

/** One syllable a character, without tones; ü stays ü. */
export type ToSyllables = (han: string) => string[];

/** Loaded when first wanted: most services never read a Chinese name, and the tables take tens of megabytes. */
export async function loadPinyin(): Promise<ToSyllables> {
  const { pinyin } = await import("pinyin-pro");
  return (han) => pinyin(han, { toneType: "none", type: "array" });
}
