import { type CompanyModel, modelCompany, requirePeriod } from "../model/periods.ts";

export type NewsLanguage = "en" | "de" | "ja";

const POINT = { en: ".", de: ",", ja: "." } as const;
const GROUP = { en: ",", de: ".", ja: "," } as const;
const SIGNS = { USD: "$", EUR: "€", GBP: "£", JPY: "¥" };
const WORDS = {
  de: { USD: "US-Dollar", EUR: "Euro", GBP: "Pfund", JPY: "Yen" },
  ja: { USD: "ドル", EUR: "ユーロ", GBP: "ポンド", JPY: "円" },
} as const;

/**
 * Fills `{money company period figure}`, `{growth company period earlier figure}`, `{share company period part whole}`,
 * `{pershare company period figure}` and `{kpi company period figure places}` from the companies' models, so that
 * news and reports cannot disagree. Amounts lose their sign: the sentence says whether it was a loss.
 */
export function createFigureWriter(): (text: string, language: NewsLanguage) => string {
  const models = new Map<string, CompanyModel>();
  const modelOf = (slug: string) => {
    const model = models.get(slug) ?? modelCompany(slug);
    models.set(slug, model);
    return model;
  };
  return (text, language) =>
    text.replace(/\{([^{}]+)\}/g, (_, inside: string) => {
      const [kind = "", slug = "", period = "", ...rest] = inside.split(" ");
      return writeFigure({ kind, model: modelOf(slug), period, arguments: rest, language });
    });
}

interface Placeholder {
  kind: string;
  model: CompanyModel;
  period: string;
  arguments: string[];
  language: NewsLanguage;
}

function writeFigure({ kind, model, period, arguments: given, language }: Placeholder): string {
  const [first = "", second = ""] = given;
  const figureOf = (name: string, key = period) => {
    const value = requirePeriod(model.periods, key)[name];
    if (value === undefined) throw new Error(`${model.drivers.slug} ${key}: no figure ${name}`);
    return value;
  };
  switch (kind) {
    case "money":
      return writeMoney(Math.abs(figureOf(first)), model, language);
    case "growth": {
      const before = figureOf(second, first);
      return writePercent(Math.abs((100 * (figureOf(second) - before)) / before), language);
    }
    case "share":
      return writePercent((100 * figureOf(first)) / figureOf(second), language);
    case "pershare":
      return writePerShare(Math.abs(figureOf(first)), model, language);
    case "kpi":
      return writeNumber(figureOf(`kpi.${first}`), Number(second), language);
    default:
      throw new Error(`unknown placeholder ${kind}`);
  }
}

function writeNumber(value: number, places: number, language: NewsLanguage): string {
  const [whole = "", fraction] = value.toFixed(places).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, GROUP[language]);
  return fraction === undefined ? grouped : `${grouped}${POINT[language]}${fraction}`;
}

function writePercent(value: number, language: NewsLanguage): string {
  const number = writeNumber(value, 1, language);
  return language === "en" ? `${number} percent` : language === "de" ? `${number} Prozent` : `${number}%`;
}

function writeMoney(value: number, { drivers }: CompanyModel, language: NewsLanguage): string {
  const { currency } = drivers;
  const millions = drivers.scale === "thousand" ? value / 1_000 : value / 10 ** drivers.decimals;
  const places = drivers.scale === "thousand" || drivers.decimals === 1 ? 1 : 0;
  const number = writeNumber(millions, places, language);
  if (language === "en") return `${SIGNS[currency]}${number} million`;
  if (language === "de") return `${number} Mio. ${WORDS.de[currency]}`;
  return `${writeMyriads(millions)}${WORDS.ja[currency]}`;
}

/** Japanese counts in ten thousands (万) and in hundreds of millions (億). */
function writeMyriads(millions: number): string {
  const tenThousands = Math.round(millions * 100);
  const hundredMillions = Math.floor(tenThousands / 10_000);
  const rest = tenThousands % 10_000;
  return (hundredMillions > 0 ? `${hundredMillions}億` : "") + (rest > 0 ? `${rest}万` : "");
}

function writePerShare(value: number, { drivers }: CompanyModel, language: NewsLanguage): string {
  const { currency } = drivers;
  if (currency === "GBP") return `${writeNumber(value / 10, 1, language)} pence`;
  const number = writeNumber(value / 100, 2, language);
  if (language === "en") return `${SIGNS[currency]}${number}`;
  return language === "de" ? `${number} ${WORDS.de[currency]}` : `${number}${WORDS.ja[currency]}`;
}
