const EXCHANGES: Readonly<Record<string, string>> = {
  nasdaq: "XNAS",
  nyse: "XNYS",
  "nyse american": "XASE",
  "nyse arca": "ARCX",
  cboe: "BATS",
  otc: "OTCM",
};

export function micOfSecExchange(name: string | null | undefined): string | null {
  return EXCHANGES[(name ?? "").trim().toLowerCase()] ?? null;
}

export function cikOf(value: number | string): string {
  return String(value).padStart(10, "0");
}

export const SEC_LICENCE = "US government work, public domain";
