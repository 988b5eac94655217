import { eld } from "eld/small";

const LETTERS_MIN = 40;

/** The language a text is written in, as ISO 639-1; null when there is too little text to say. */
export function detectLanguage(text: string): string | null {
  const sample = text.replace(/[\d\p{P}\p{S}]+/gu, " ").trim();
  if (sample.length < LETTERS_MIN) return null;
  const { language } = eld.detect(sample);
  return language === "" ? null : language;
}
