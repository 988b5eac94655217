const LETTERS_MIN = 40;

export type DetectLanguage = (text: string) => string | null;

/**
 * Detects the language of a text as ISO 639-1; null when there is too little text. Loaded on first use: its tables
 * take more memory than the rest of an idle service.
 */
export async function loadLanguageDetector(): Promise<DetectLanguage> {
  const { eld } = await import("eld/small");
  return (text) => {
    const sample = text.replace(/[\d\p{P}\p{S}]+/gu, " ").trim();
    if (sample.length < LETTERS_MIN) return null;
    const { language } = eld.detect(sample);
    return language === "" ? null : language;
  };
}
