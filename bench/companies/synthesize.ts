import type { CompanyRecord } from "../../src/features/companies/index.ts";
import { deriveId } from "../../src/kernel/ids.ts";

/**
 * Made-up companies in any number, the same ones for the same seed. Names are skewed as real ones are: a few words
 * ("group", "energy", "china") are everywhere, most are carried by one or two companies.
 */
export function* synthesizeCompanies(count: number, seed = 1): Generator<CompanyRecord> {
  const random = makeRandom(seed);
  for (let index = 0; index < count; index++) yield synthesizeCompany(index, random);
}

type Random = () => number;

/** Mulberry32: small, fast and the same everywhere. */
function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Market {
  country: string;
  mic: string;
  share: number;
  forms: string[];
  places: string[];
}

const MARKETS: readonly Market[] = [
  {
    country: "US",
    mic: "XNAS",
    share: 0.14,
    forms: ["Inc.", "Corp.", "Corporation"],
    places: ["American", "Pacific", "Texas"],
  },
  {
    country: "US",
    mic: "XNYS",
    share: 0.1,
    forms: ["Inc.", "Corporation", "Company"],
    places: ["United", "National", "First"],
  },
  {
    country: "CN",
    mic: "XSHG",
    share: 0.1,
    forms: ["Co., Ltd.", "Group Co., Ltd."],
    places: ["Shanghai", "China", "Jiangsu"],
  },
  {
    country: "CN",
    mic: "XSHE",
    share: 0.09,
    forms: ["Co., Ltd."],
    places: ["Shenzhen", "Guangdong", "Zhejiang"],
  },
  {
    country: "IN",
    mic: "XNSE",
    share: 0.13,
    forms: ["Limited", "Ltd."],
    places: ["India", "Bharat", "Gujarat"],
  },
  {
    country: "JP",
    mic: "XJPX",
    share: 0.1,
    forms: ["Co., Ltd.", "Corporation", "Inc."],
    places: ["Nippon", "Tokyo", "Osaka"],
  },
  {
    country: "CA",
    mic: "XTSX",
    share: 0.07,
    forms: ["Corp.", "Inc.", "Ltd."],
    places: ["Canada", "Northern", "Quebec"],
  },
  {
    country: "GB",
    mic: "XLON",
    share: 0.06,
    forms: ["plc", "Limited"],
    places: ["British", "London", "Scottish"],
  },
  {
    country: "AU",
    mic: "XASX",
    share: 0.05,
    forms: ["Limited", "Ltd"],
    places: ["Australian", "Southern", "Perth"],
  },
  {
    country: "KR",
    mic: "XKRX",
    share: 0.04,
    forms: ["Co., Ltd.", "Corp."],
    places: ["Korea", "Seoul", "Hankook"],
  },
  {
    country: "DE",
    mic: "XETR",
    share: 0.04,
    forms: ["AG", "SE", "AG & Co. KGaA"],
    places: ["Deutsche", "Berliner", "Hamburger"],
  },
  {
    country: "FR",
    mic: "XPAR",
    share: 0.03,
    forms: ["SA", "S.A."],
    places: ["Société", "Groupe", "Compagnie"],
  },
  {
    country: "SE",
    mic: "XSTO",
    share: 0.03,
    forms: ["AB (publ)", "AB"],
    places: ["Svenska", "Nordic", "Malmö"],
  },
  { country: "BR", mic: "BVMF", share: 0.015, forms: ["S.A."], places: ["Brasil", "Paulista"] },
  { country: "IS", mic: "XICE", share: 0.005, forms: ["hf."], places: ["Reykjavik"] },
];

const TRADES = (
  "Holdings Group Technology Energy Resources Industries International Capital Financial Gold " +
  "Mining Pharmaceuticals Bank Systems Services Properties Therapeutics Power Minerals Chemical " +
  "Electronics Foods Solutions Medical Steel Software Materials Media Insurance Realty Logistics " +
  "Biotech Semiconductor Digital Water Motors Textiles Cement Shipping Airlines Telecom Optical " +
  "Precision Agriculture Paper Retail Entertainment Education Environmental"
).split(" ");

const SECTORS = [
  "isic:C26",
  "isic:C21",
  "isic:K64",
  "isic:B07",
  "isic:J62",
  "isic:L68",
  "isic:D35",
  "isic:C10",
  "isic:G47",
];

function synthesizeCompany(index: number, random: Random): CompanyRecord {
  const market = pickMarket(random());
  const mainName = makeWord(skewedRank(random));
  const words = [
    ...(random() < 0.3 ? [pick(market.places, random)] : []),
    mainName,
    ...(random() < 0.25 ? [makeWord(skewedRank(random))] : []),
    ...(random() < 0.85 ? [pickSkewed(TRADES, random)] : []),
    ...(random() < 0.35 ? [pickSkewed(TRADES, random)] : []),
    pick(market.forms, random),
  ];
  const isin = makeIsin(market.country, index);
  return {
    svc_entity_id: deriveId("ent", `synthetic:${index}`),
    name: words.join(" "),
    country: market.country,
    exchange: market.mic,
    primary_sector_id: random() < 0.8 ? pickSkewed(SECTORS, random) : null,
    market_cap:
      random() < 0.6
        ? { usd: Math.round(10 ** (7 + 4.5 * random() ** 2)), date: "2026-01-02", source: "synthetic" }
        : null,
    securities: [
      { isin, ticker: makeTicker(index), mic: market.mic },
      ...(random() < 0.2 ? [{ isin, ticker: makeTicker(index), mic: "XBER" }] : []),
    ],
  };
}

export function makeIsin(country: string, index: number): string {
  const body = `${country}${index.toString(36).toUpperCase().padStart(9, "0")}`;
  for (let digit = 0; digit < 10; digit++) if (passesLuhn(`${body}${digit}`)) return `${body}${digit}`;
  throw new Error(`no check digit for ${body}`);
}

function passesLuhn(text: string): boolean {
  const digits = [...text].map((character) => Number.parseInt(character, 36)).join("");
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const value = Number(digits[digits.length - 1 - at]) * (at % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function makeTicker(index: number): string {
  return (index + 1_000).toString(36).toUpperCase();
}

function pickMarket(point: number): Market {
  let reached = 0;
  for (const market of MARKETS) {
    reached += market.share;
    if (point < reached) return market;
  }
  return MARKETS[0] as Market; // the list is not empty
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T; // random() is below 1, the list is not empty
}

function pickSkewed<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() ** 2 * list.length)] as T; // as in pick
}

/** Near Zipf's law over 600,000 words: the most frequent proper name is carried by one company in 300. */
function skewedRank(random: Random): number {
  return Math.floor(30 * 20_000 ** random());
}

const STARTS = "b br c ch d f g gr h j k kr l m n p pr qu r s sh st t tr v w x y z".split(" ");
const MIDDLES = "a e i o u ai ei ou ia".split(" ");
const ENDS = ["", "n", "r", "l", "s", "t", "m", "nd", "x", "k"];

/** The same word for the same rank, short for a low one. */
function makeWord(rank: number): string {
  let rest = rank;
  let word = "";
  do {
    const start = STARTS[rest % STARTS.length] ?? "";
    rest = Math.floor(rest / STARTS.length);
    const middle = MIDDLES[rest % MIDDLES.length] ?? "";
    rest = Math.floor(rest / MIDDLES.length);
    word += start + middle;
  } while (rest > ENDS.length);
  word += ENDS[rest % ENDS.length] ?? "";
  if (word.length < 4) word += "ta";
  return word.charAt(0).toUpperCase() + word.slice(1);
}
