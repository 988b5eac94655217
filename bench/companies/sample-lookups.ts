import type { CompanyRecord } from "../../src/features/companies/index.ts";

/** What a person would type to find this company: part of its name, in one of the ways people do. */
export function samplePartialName(company: CompanyRecord, turn: number): string {
  const words = company.name.split(" ").filter((word) => /^\p{L}{3,}/u.test(word));
  const [first = company.name, second = first] = words;
  switch (turn % 5) {
    case 0:
      return first;
    case 1:
      return first.slice(0, Math.max(4, first.length - 2));
    case 2:
      return `${second} ${first}`.toLowerCase();
    case 3:
      return `${first} ${second.slice(0, 4)}`;
    default:
      return introduceTypo(company.name);
  }
}

/** Two neighbouring letters exchanged in the longest word. */
function introduceTypo(name: string): string {
  const longest = name.split(" ").reduce((a, b) => (b.length > a.length ? b : a));
  const at = Math.floor(longest.length / 2);
  const wrong = longest.slice(0, at) + (longest[at + 1] ?? "") + (longest[at] ?? "") + longest.slice(at + 2);
  return name.replace(longest, wrong);
}

const SCREENINGS = [
  {},
  { country: "US" },
  { exchange: "XNSE", order: "name_asc" },
  { country: "JP", market_cap_usd: { min: 1e9 } },
  { sector: "isic:C26", order: "market_cap_asc" },
  { sector: "isic:C", country: "DE" },
  { country: "IS", order: "name_desc" },
  { market_cap_usd: { min: 1e8, max: 1e9 }, offset: 1_000 },
] as const;

/** A screening as a console or an agent would ask for it; the bounds differ from turn to turn. */
export function sampleScreening(turn: number): Record<string, unknown> {
  const screening: Record<string, unknown> = { ...SCREENINGS[turn % SCREENINGS.length], limit: 20 };
  if ("market_cap_usd" in screening && turn % 3 === 0) screening.market_cap_usd = { min: 1e8 + turn * 1_000 };
  return screening;
}
