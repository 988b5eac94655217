import type { Database } from "../../../platform/db/index.ts";
import { listCompaniesNamed, makeLookup, type NamedCompany, pickCompany } from "../../companies/index.ts";
import { findNames, type NameCandidate, type ReadText } from "./find-names.ts";
import { findTickers } from "./find-tickers.ts";
import { meansCompany } from "./judge-name.ts";

interface LinkableArticle {
  title: string;
  snippet: string;
  body: string;
  language: string;
}

const KEYS_PER_BATCH = 5_000;

/** The companies each article mentions, by name or by ticker; better none than a wrong one. */
export async function linkCompanies(db: Database, articles: readonly LinkableArticle[]): Promise<string[][]> {
  // Title and text are read separately: they may use capitals differently.
  const texts = articles.map(({ title, snippet, body }) =>
    [title, body.length > snippet.length ? body : snippet].map(findNames),
  );
  const keys = new Set(texts.flat().flatMap(({ candidates }) => candidates.map(({ key }) => key)));
  const named = await listNamed(db, [...keys]);
  const lookUp = makeLookup(db);
  return Promise.all(
    articles.map(async ({ title, snippet, language }, at) => {
      const byName = (texts[at] ?? []).flatMap((read) => linkText(read, named, language));
      const tickers = findTickers(`${title} ${snippet}`);
      const byTicker = await Promise.all(tickers.map((ticker) => lookUp({ ticker })));
      return [...new Set([...byName, ...byTicker.flatMap(([first]) => first?.svc_entity_id ?? [])])];
    }),
  );
}

async function listNamed(db: Database, keys: readonly string[]): Promise<Map<string, NamedCompany[]>> {
  const named = new Map<string, NamedCompany[]>();
  for (let from = 0; from < keys.length; from += KEYS_PER_BATCH) {
    const some = await listCompaniesNamed(db, keys.slice(from, from + KEYS_PER_BATCH), { former: true });
    for (const [key, companies] of some) named.set(key, companies);
  }
  return named;
}

/** Longer names first: "Apple Hospitality REIT" does not mention Apple. */
function linkText(read: ReadText, named: ReadonlyMap<string, NamedCompany[]>, language: string): string[] {
  const length = ({ first, last, text }: NameCandidate) => (last - first) * 100 + text.length;
  const known = read.candidates.filter(({ key }) => named.has(key)).sort((a, b) => length(b) - length(a));
  const taken = new Set<number>();
  const linked: string[] = [];
  for (const candidate of known) {
    const places = placesOf(candidate);
    if (places.some((place) => taken.has(place))) continue;
    const company = pickCompany(named.get(candidate.key) ?? []);
    // A longer name that is not meant still hides the shorter ones within it.
    for (const place of places) taken.add(place);
    if (company && meansCompany(read, candidate, company, language)) linked.push(company.svc_entity_id);
  }
  return linked;
}

function placesOf({ first, last }: NameCandidate): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
