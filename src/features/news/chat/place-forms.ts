import { COUNTRIES } from "../../reference/index.ts";
import { isPlace } from "../mentions/plain-words.ts";
import { foldText } from "../text/fold-text.ts";

/** Words for a country that do not follow from its name; each line is one country. */
const IRREGULAR = [
  "ireland irish",
  "france french",
  "spain spanish spaniards",
  "netherlands dutch holland",
  "united kingdom|uk|british|britain",
  "england english",
  "scotland scottish",
  "wales welsh",
  "switzerland swiss",
  "denmark danish danes",
  "greece greek",
  "poland polish poles",
  "turkey turkish turkiye",
  "norway norwegian",
  "finland finnish",
  "sweden swedish",
  "iceland icelandic",
  "united states|us|usa|american|america",
  "philippines philippine filipino",
  "thailand thai",
  "china chinese",
  "germany german",
  "czechia czech",
  "new zealand|nz",
  "united arab emirates|uae|emirati",
  "south korea|korean|korea",
  "soviet union|soviet|ussr",
  "russia russian",
  "hungary hungarian",
  "argentina argentine argentinian",
  "europe european eu",
] as const;

const placeOf = new Map<string, string>();
for (const { name } of COUNTRIES)
  for (const form of listForms(foldText(name))) placeOf.set(form, foldText(name));
for (const line of IRREGULAR) {
  const forms = line.includes("|") ? line.split("|") : line.split(" ");
  for (const form of forms) placeOf.set(form, forms[0] ?? form);
}

/** "Italy" is also written Italian, "Kenya" Kenyan, "Sudan" Sudanese. */
function listForms(country: string): string[] {
  const root = country.replace(/(?:ia|[aeyo])$/, "");
  return [
    country,
    ...["n", "an", "ian", "ese", "i"].map((ending) => country + ending),
    ...["an", "ian", "ean", "ese", "ish"].map((ending) => root + ending),
  ];
}

/** The place a word or name means, the same for a country and its adjective; null for anything else. */
export function findPlace(name: string): string | null {
  const folded = foldText(name);
  return placeOf.get(folded) ?? (isPlace(folded) ? folded : null);
}

const PLACE_WORDS_MAX = 3;

/** All places in a text, given its words in order. */
export function listPlaces(words: readonly string[]): Set<string> {
  const places = new Set<string>();
  for (let from = 0; from < words.length; from++)
    for (let count = 1; count <= PLACE_WORDS_MAX; count++) {
      const place = findPlace(words.slice(from, from + count).join(" "));
      if (place !== null) places.add(place);
    }
  return places;
}
