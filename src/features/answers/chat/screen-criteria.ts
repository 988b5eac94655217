import { COUNTRIES, listExchanges, SECTORS } from "../../reference/index.ts";
import { NATIONALITIES, TRADES } from "../data/screen-words.ts";

export interface ScreenCriteria {
  country?: string;
  sector?: string;
  exchange?: string;
  market_cap_usd?: { min?: number; max?: number };
  order: "market_cap_desc" | "market_cap_asc" | "name_asc";
  limit: number;
  /** Whether the order matters: "the largest", "top 5". */
  ranked: boolean;
  /** Words that state a condition the service cannot check. */
  unread: string[];
}

const LIMIT = { usual: 10, most: 50 };
export const SCALES: Record<string, number> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  m: 1e6,
  mn: 1e6,
  billion: 1e9,
  b: 1e9,
  bn: 1e9,
  trillion: 1e12,
};
const AMOUNT = String.raw`(?:us\$|usd|\$)?\s?(\d+(?:[.,]\d+)*)\s?(thousand|million|billion|trillion|bn|mn|[mbk])?(?:\s?(?:usd|us dollars|dollars))?`;
const BETWEEN = new RegExp(String.raw`\b(?:between|from)\s+${AMOUNT}\s+(?:and|to)\s+${AMOUNT}`, "i");
const ABOVE = new RegExp(
  String.raw`(?:\b(?:over|above|more than|greater than|larger than|at least|exceeding|bigger than)|>)\s*${AMOUNT}`,
  "i",
);
const BELOW = new RegExp(
  String.raw`(?:\b(?:under|below|less than|smaller than|at most|up to)|<)\s*${AMOUNT}`,
  "i",
);
/** Words around the criteria that state none themselves. */
const AROUND = new Set(
  (
    "a an the of in on by with and or to from for that which who are is all any me us please give show find list name what " +
    "companies company firms firm stocks stock corporations businesses listed traded headquartered based quoted public " +
    "sector industry industries market cap capitalization capitalisation value valued worth size usd us dollars largest " +
    "biggest top smallest large big small screen their there have has exchange country search"
  ).split(" "),
);

/** A figure, and no place of trade: "on equity". */
const RETURN_ON = /\breturns? on (?:\w+ )?(?:equity|assets|capital(?: employed)?|investments?|sales)\b/g;

/** In small letters only after a word for a place: "give us" asks for no country. */
const UNITED_STATES = /\bU\.?S\.?(?:A\b\.?)?(?![$\w]| dollars?\b)|(?<=\b(?:in|from) the )us\b/g;

/** The criteria for the companies a question asks to list. */
export function readCriteria(question: string): ScreenCriteria {
  const plain = question.replace(UNITED_STATES, "united states").toLowerCase().replace(RETURN_ON, " ");
  let rest = ` ${plain.replace(/[?!]/g, " ").replace(/\s+/g, " ")} `;
  const take = (found: { text: string } | null): void => {
    if (found) rest = rest.replace(found.text, " ");
  };
  const range = readRange(rest);
  take(range);
  const limit =
    /\b(?:top|first|largest|biggest|smallest)\s+(\d{1,3})\b|\b(\d{1,3})\s+(?:largest|biggest|smallest)\b/.exec(
      rest,
    );
  const exchange = findExchangeWord(rest);
  take(exchange);
  const country = findWord(rest, countryWords());
  take(country);
  const sector = findWord(rest, sectorWords());
  take(sector);
  const unread = (rest.match(/[\p{L}&]{2,}/gu) ?? []).filter((word) => !AROUND.has(word));
  return {
    ...(country ? { country: country.id } : {}),
    ...(sector ? { sector: sector.id } : {}),
    ...(exchange ? { exchange: exchange.id } : {}),
    ...(range ? { market_cap_usd: range.range } : {}),
    ranked: /\b(?:top|largest|biggest|smallest)\b/.test(rest),
    order: /\bsmallest\b/.test(rest) ? "market_cap_asc" : "market_cap_desc",
    limit: Math.min(LIMIT.most, Math.max(1, Number(limit?.[1] ?? limit?.[2] ?? LIMIT.usual))),
    unread: [...new Set(unread)],
  };
}

function readRange(text: string): { text: string; range: { min?: number; max?: number } } | null {
  const between = BETWEEN.exec(text);
  if (between) {
    const [whole, low, lowScale, high, highScale] = between;
    // "between 1 and 5 billion" states the scale once.
    return { text: whole, range: { min: amount(low, lowScale ?? highScale), max: amount(high, highScale) } };
  }
  const above = ABOVE.exec(text);
  if (above) return { text: above[0], range: { min: amount(above[1], above[2]) } };
  const below = BELOW.exec(text);
  return below ? { text: below[0], range: { max: amount(below[1], below[2]) } } : null;
}

function amount(digits: string | undefined, scale: string | undefined): number {
  return Number((digits ?? "0").replaceAll(",", "")) * (SCALES[scale ?? ""] ?? 1);
}

type Words = readonly (readonly [string, string])[];

/** The longest of the words that occurs in the text. */
function findWord(text: string, words: Words): { id: string; text: string } | null {
  let best: { id: string; text: string } | null = null;
  for (const [word, id] of words) {
    if (word.length > (best?.text.length ?? 0) && text.includes(` ${word} `)) best = { id, text: ` ${word}` };
  }
  return best;
}

function countryWords(): Words {
  return [
    ...COUNTRIES.map(({ code, name }) => [name.toLowerCase(), code] as const),
    ...Object.entries(NATIONALITIES).flatMap(([code, words]) => words.map((word) => [word, code] as const)),
  ];
}

function sectorWords(): Words {
  return [
    ...SECTORS.map(({ id, name }) => [name.toLowerCase(), id] as const),
    ...Object.entries(TRADES).flatMap(([id, words]) => words.map((word) => [word, id] as const)),
  ];
}

/** "listed on Nasdaq", "on XNYS". */
function findExchangeWord(text: string): { id: string; text: string } | null {
  const [whole, said = ""] =
    /\bon (?:the )?([a-z][a-z .&]{2,40}?)(?= (?:stock )?exchange\b| with | and | over | above | in |\s*$)/.exec(
      text,
    ) ?? [];
  if (!whole) return null;
  const name = said.trim();
  const found =
    listExchanges().find(({ mic }) => mic.toLowerCase() === name) ??
    listExchanges().find((one) => one.mic === one.operating_mic && one.name.toLowerCase().startsWith(name)) ??
    listExchanges().find((one) => one.mic === one.operating_mic && one.name.toLowerCase().includes(name));
  return found ? { id: found.mic, text: whole } : null;
}
