type Fixed = readonly unknown[] | string | ((...args: never[]) => unknown);

/** The texts of a language, of which some may be missing. */
export type Translation<T> = T extends Fixed ? T : { [Key in keyof T]?: Translation<T[Key]> };

/** Fills in what a translation does not have. */
export function completeTexts<T extends object>(whole: T, translation: object): T {
  const translated: Record<string, unknown> = { ...translation };
  const entries = Object.entries(whole).map(([key, value]) => {
    const given = translated[key];
    const isGroup = typeof value === "object" && !Array.isArray(value);
    return [key, isGroup ? completeTexts(value, given ?? {}) : (given ?? value)];
  });
  return Object.fromEntries(entries) as T;
}
