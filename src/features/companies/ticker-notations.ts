import { findExchange } from "../reference/index.ts";
import { normaliseTicker } from "./identifiers.ts";

/** Suffixes that common data feeds append to a ticker for the market. */
const SUFFIX_MICS: Readonly<Record<string, readonly string[]>> = {
  AE: ["XDFM"],
  AQ: ["AQXE", "AQSE"],
  AS: ["XAMS"],
  AT: ["ASEX", "XATH"],
  AX: ["XASX"],
  BA: ["XBUE"],
  BD: ["XBUD"],
  BE: ["XBER"],
  BK: ["XBKK"],
  BO: ["XBOM"],
  BR: ["XBRU"],
  CA: ["XCAI"],
  CM: ["XCOL"],
  CN: ["XCNQ"],
  CO: ["XCSE"],
  CR: ["BVCA"],
  DE: ["XETR"],
  DU: ["XDUS"],
  F: ["XFRA", "XFKA"],
  HA: ["XHAN"],
  HE: ["XHEL"],
  HK: ["XHKG"],
  HM: ["XHAM"],
  IC: ["XICE"],
  IL: ["XLON"],
  IR: ["XDUB"],
  IS: ["XIST"],
  JK: ["XIDX"],
  JO: ["XJSE"],
  KL: ["XKLS"],
  KQ: ["XKOS"],
  KS: ["XKRX"],
  KW: ["XKUW"],
  L: ["XLON"],
  LS: ["XLIS"],
  MC: ["XMAD"],
  ME: ["MISX"],
  MI: ["XMIL"],
  MU: ["XMUN"],
  MX: ["XMEX"],
  N: ["XNYS"],
  NE: ["NEOE"],
  NS: ["XNSE"],
  NZ: ["XNZE"],
  O: ["XNAS"],
  OL: ["XOSL"],
  PA: ["XPAR"],
  PR: ["XPRA"],
  QA: ["DSMD"],
  RG: ["XRIS"],
  SA: ["BVMF"],
  SG: ["XSTU"],
  SI: ["XSES"],
  SN: ["XSGO"],
  SR: ["XSAU"],
  SS: ["XSHG"],
  ST: ["XSTO"],
  SW: ["XSWX"],
  SZ: ["XSHE"],
  T: ["XJPX", "XTKS"],
  TA: ["XTAE"],
  TL: ["XTAL"],
  TO: ["XTSE"],
  TW: ["XTAI"],
  TWO: ["ROCO"],
  US: ["XNYS", "XNAS", "XASE", "ARCX", "BATS", "OTCM"],
  V: ["XTSX"],
  VI: ["XWBO"],
  VN: ["XSTC"],
  VS: ["XLIT"],
  WA: ["XWAR"],
};

/** Market names that are written before a ticker and a colon. */
const PREFIX_MICS: Readonly<Record<string, readonly string[]>> = {
  NASDAQ: ["XNAS"],
  NYSE: ["XNYS"],
  NYSEAMERICAN: ["XASE"],
  AMEX: ["XASE"],
  LON: ["XLON"],
  LSE: ["XLON"],
  TSE: ["XTSE", "XJPX"],
  TSX: ["XTSE"],
  TYO: ["XJPX"],
  HKG: ["XHKG"],
  SEHK: ["XHKG"],
  ETR: ["XETR"],
  FRA: ["XFRA"],
  EPA: ["XPAR"],
  AMS: ["XAMS"],
  ASX: ["XASX"],
  NSE: ["XNSE"],
  BOM: ["XBOM"],
  BSE: ["XBOM"],
  SHA: ["XSHG"],
  SHE: ["XSHE"],
  KRX: ["XKRX", "XKOS"],
};

export interface TickerReading {
  ticker_key: string;
  /** The markets in the notation; null when it has none. */
  mics: readonly string[] | null;
}

/**
 * Possible meanings of a written ticker, the most likely first. `MC.PA` may be a ticker with a market or, like
 * `BRK.A`, a ticker with a share class: both are tried.
 */
export function readTicker(text: string): TickerReading[] {
  const readings: TickerReading[] = [];
  const [, prefix, rest] = /^\s*([A-Za-z]{2,12})\s*:\s*(\S.*)$/.exec(text) ?? [];
  if (prefix && rest) {
    const mics = PREFIX_MICS[prefix.toUpperCase()] ?? knownMic(prefix);
    if (mics) return [{ ticker_key: normaliseTicker(rest), mics }];
  }
  const [, stem, suffix] = /^\s*(\S.*)\.([A-Za-z]{1,4})\s*$/.exec(text) ?? [];
  if (stem && suffix) {
    const mics = SUFFIX_MICS[suffix.toUpperCase()] ?? knownMic(suffix);
    if (mics) readings.push({ ticker_key: normaliseTicker(stem), mics });
  }
  readings.push({ ticker_key: normaliseTicker(text), mics: null });
  return readings;
}

function knownMic(text: string): readonly string[] | undefined {
  const exchange = findExchange(text.toUpperCase());
  return exchange && [exchange.mic];
}
