import countries from "./data/countries.json" with { type: "json" };

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
}

/** Every country and territory with an ISO 3166-1 code, by code. */
export const COUNTRIES: readonly Country[] = countries;

const BY_CODE: ReadonlyMap<string, Country> = new Map(COUNTRIES.map((country) => [country.code, country]));

export function findCountry(code: string): Country | undefined {
  return BY_CODE.get(code);
}
