import type { Texts } from "./catalogue.ts";
import type { Language } from "./languages.ts";
import { language } from "./locale.ts";

/** Only the chosen language is downloaded. */
const LOADERS: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import("./en/index.ts")).english,
  de: async () => (await import("./de/index.ts")).german,
  fr: async () => (await import("./fr/index.ts")).french,
  ja: async () => (await import("./ja/index.ts")).japanese,
};

/** Loaded before any page is, so that no text ever changes its language. */
export const texts = await LOADERS[language]();
