import { findExchange } from "../../reference/index.ts";

/** Time zone and currency of a country's main market. */
const BY_COUNTRY: Readonly<Record<string, readonly [timezone: string, currency: string]>> = {
  AE: ["Asia/Dubai", "AED"],
  AR: ["America/Argentina/Buenos_Aires", "ARS"],
  AT: ["Europe/Vienna", "EUR"],
  AU: ["Australia/Sydney", "AUD"],
  BD: ["Asia/Dhaka", "BDT"],
  BE: ["Europe/Brussels", "EUR"],
  BG: ["Europe/Sofia", "EUR"],
  BH: ["Asia/Bahrain", "BHD"],
  BR: ["America/Sao_Paulo", "BRL"],
  CA: ["America/Toronto", "CAD"],
  CH: ["Europe/Zurich", "CHF"],
  CL: ["America/Santiago", "CLP"],
  CN: ["Asia/Shanghai", "CNY"],
  CO: ["America/Bogota", "COP"],
  CY: ["Asia/Nicosia", "EUR"],
  CZ: ["Europe/Prague", "CZK"],
  DE: ["Europe/Berlin", "EUR"],
  DK: ["Europe/Copenhagen", "DKK"],
  EE: ["Europe/Tallinn", "EUR"],
  EG: ["Africa/Cairo", "EGP"],
  ES: ["Europe/Madrid", "EUR"],
  FI: ["Europe/Helsinki", "EUR"],
  FR: ["Europe/Paris", "EUR"],
  GB: ["Europe/London", "GBP"],
  GR: ["Europe/Athens", "EUR"],
  HK: ["Asia/Hong_Kong", "HKD"],
  HR: ["Europe/Zagreb", "EUR"],
  HU: ["Europe/Budapest", "HUF"],
  ID: ["Asia/Jakarta", "IDR"],
  IE: ["Europe/Dublin", "EUR"],
  IL: ["Asia/Jerusalem", "ILS"],
  IN: ["Asia/Kolkata", "INR"],
  IS: ["Atlantic/Reykjavik", "ISK"],
  IT: ["Europe/Rome", "EUR"],
  JO: ["Asia/Amman", "JOD"],
  JP: ["Asia/Tokyo", "JPY"],
  KE: ["Africa/Nairobi", "KES"],
  KR: ["Asia/Seoul", "KRW"],
  KW: ["Asia/Kuwait", "KWD"],
  KZ: ["Asia/Almaty", "KZT"],
  LK: ["Asia/Colombo", "LKR"],
  LT: ["Europe/Vilnius", "EUR"],
  LU: ["Europe/Luxembourg", "EUR"],
  LV: ["Europe/Riga", "EUR"],
  MA: ["Africa/Casablanca", "MAD"],
  MT: ["Europe/Malta", "EUR"],
  MX: ["America/Mexico_City", "MXN"],
  MY: ["Asia/Kuala_Lumpur", "MYR"],
  NG: ["Africa/Lagos", "NGN"],
  NL: ["Europe/Amsterdam", "EUR"],
  NO: ["Europe/Oslo", "NOK"],
  NZ: ["Pacific/Auckland", "NZD"],
  OM: ["Asia/Muscat", "OMR"],
  PE: ["America/Lima", "PEN"],
  PH: ["Asia/Manila", "PHP"],
  PK: ["Asia/Karachi", "PKR"],
  PL: ["Europe/Warsaw", "PLN"],
  PT: ["Europe/Lisbon", "EUR"],
  QA: ["Asia/Qatar", "QAR"],
  RO: ["Europe/Bucharest", "RON"],
  RS: ["Europe/Belgrade", "RSD"],
  RU: ["Europe/Moscow", "RUB"],
  SA: ["Asia/Riyadh", "SAR"],
  SE: ["Europe/Stockholm", "SEK"],
  SG: ["Asia/Singapore", "SGD"],
  SI: ["Europe/Ljubljana", "EUR"],
  SK: ["Europe/Bratislava", "EUR"],
  TH: ["Asia/Bangkok", "THB"],
  TN: ["Africa/Tunis", "TND"],
  TR: ["Europe/Istanbul", "TRY"],
  TW: ["Asia/Taipei", "TWD"],
  UA: ["Europe/Kyiv", "UAH"],
  US: ["America/New_York", "USD"],
  VN: ["Asia/Ho_Chi_Minh", "VND"],
  ZA: ["Africa/Johannesburg", "ZAR"],
};

export interface Market {
  /** Where trading days begin and end; null when unknown. */
  timezone: string | null;
  currency: string | null;
  country: string | null;
}

/** A market by its code; without a country of its own, the company's country is used. */
export function describeMarket(exchange: string | null, companyCountry: string | null): Market {
  const country = (exchange && findExchange(exchange)?.country) || companyCountry;
  const [timezone = null, currency = null] = (country && BY_COUNTRY[country]) || [];
  return { timezone, currency, country };
}
