import { foldName } from "./fold-name.ts";

const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "ja", "zh"] as const;
/** Continents and their parts as the United Nations number them. */
const CONTINENTS = ["002", "003", "005", "009", "019", "021", "142", "150"];
let namesByCode: ReadonlyMap<string, readonly string[]> | undefined;

/** What a country or a continent is called in all our languages, by its name in any of them; empty for anything else. */
export function placeNames(name: string): readonly string[] {
  namesByCode ??= readNames();
  return namesByCode.get(name) ?? [];
}

function readNames(): Map<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  const printers = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: "region" }));
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  for (const code of [...codes, ...CONTINENTS]) {
    const own = printers.map((printer) => foldName(printer.of(code) ?? ""));
    // A code that no country has is its own name.
    if (own[0] === code.toLowerCase()) continue;
    for (const one of own) if (!names.has(one)) names.set(one, own);
  }
  return names;
}
