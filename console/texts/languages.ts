/** The languages of the console, each by its own name. The first is used where the browser asks for none of them. */
export const LANGUAGE_NAMES = { en: "English", de: "Deutsch", fr: "Français", ja: "日本語" } as const;
export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];
