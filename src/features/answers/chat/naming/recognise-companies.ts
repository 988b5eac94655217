import type { Viewer } from "../../../../kernel/viewer.ts";
import type { Database } from "../../../../platform/db/index.ts";
import {
  isIsin,
  type Lookup,
  listCompaniesByIds,
  listCompaniesNamed,
  listLegalForms,
  nameKey,
} from "../../../companies/index.ts";
import { listReadableReports } from "../../../reports/index.ts";
import type { Mention } from "./find-mentions.ts";

export interface RecognisedCompany {
  svc_entity_id: string;
  name: string;
}

/** A name of the question that no company has, and the companies it may mean. */
export interface UnknownName {
  text: string;
  candidates: RecognisedCompany[];
}

export interface Recognition {
  companies: RecognisedCompany[];
  unknown: UnknownName[];
  /** The words of the question that name them, known or not. */
  words: string[];
}

export interface NamingTools {
  db: Database;
  lookUp: Lookup;
}

interface Candidate extends RecognisedCompany {
  prominence: number;
  legal: readonly string[];
}

/** From this prominence on, an ordinary word with a capital means the company of that name. */
const PROMINENT = 600;
const SUGGESTIONS_MAX = 3;
const SUGGESTION_SCORE_MIN = 0.45;
const PERMANENT_ID = /^ent_[a-z0-9]{12}$/;
const OF = /\s(?:of|for|at|by)\s/i;
const TICKER = /^[A-Z0-9]{2,6}(?:[.:][A-Z]{1,6})?$/;

/**
 * The companies that mentions of a question name. A name counts when it is a company's whole name, an alias, a ticker,
 * or the distinctive beginning of one company's name; anything else is unknown and never replaced by something alike.
 */
export async function recogniseCompanies(
  tools: NamingTools,
  viewer: Viewer,
  mentions: readonly Mention[],
): Promise<Recognition> {
  const companies = new Map<string, RecognisedCompany>();
  const words: string[] = [];
  const unresolved: { mention: Mention; candidates: RecognisedCompany[] }[] = [];
  const take = async (mention: Mention): Promise<void> => {
    const found = await findCompany(tools, viewer, mention);
    const parts = "company" in found ? [] : divide(mention);
    if ("company" in found) {
      companies.set(found.company.svc_entity_id, found.company);
      words.push(nameWithin(mention, found.company));
    } else if (parts.length > 1) for (const part of parts) await take(part);
    else unresolved.push({ mention, candidates: found.candidates });
  };
  for (const mention of mentions) await take(mention);
  const unknown = unresolved.filter(({ mention }) => isReported(mention, companies.size > 0));
  return {
    companies: [...companies.values()],
    words: [...words, ...unknown.map(({ mention }) => mention.text)],
    unknown: await Promise.all(
      unknown.map(async ({ mention, candidates }) => {
        const text = withoutFigure(mention);
        return { text, candidates: candidates.length > 0 ? candidates : await suggest(tools, viewer, text) };
      }),
    ),
  };
}

/** "Nordwind und Südwind" may be one name, and two where it is none. */
function divide(mention: Mention): Mention[] {
  const parts = mention.text.split(/\s(?:und|y)\s/);
  return parts.map((text) => ({ ...mention, text, readings: [text] }));
}

/** The part of a mention that is the company's name: "Revenue of Northwind" is more than a name. */
function nameWithin({ text, readings }: Mention, { name }: RecognisedCompany): string {
  const key = nameKey(name);
  const parts = readings.filter((reading) => nameKey(reading) !== "").toSorted((a, b) => b.length - a.length);
  const beginning = parts.find((reading) => key.startsWith(nameKey(reading)));
  return beginning ?? (OF.test(text) ? (parts.at(-1) ?? text) : text);
}

/** "Revenue of Northwind" is looked for as "Northwind". */
function withoutFigure({ text, readings }: Mention): string {
  if (!OF.test(text)) return text;
  const shorter = readings.filter((reading) => reading !== text && text.endsWith(reading));
  return shorter.toSorted((a, b) => b.length - a.length)[0] ?? text;
}

/** A word that may just as well be something else is reported only where nothing else was named. */
function isReported({ evidence, isPlain, text }: Mention, hasCompany: boolean): boolean {
  if (evidence === "strong") return true;
  return !hasCompany && (!isPlain || /\s/.test(text));
}

type Found = { company: RecognisedCompany } | { candidates: RecognisedCompany[] };

async function findCompany(tools: NamingTools, viewer: Viewer, mention: Mention): Promise<Found> {
  const byCode = await findByCode(tools, mention);
  if (byCode) return { company: byCode };
  const exact = await findByWholeName(tools.db, mention.readings);
  // With its legal form even ordinary words are a company's name.
  const mayBeWord = mention.isPlain && listLegalForms(mention.text).length === 0;
  const named = mayBeWord ? await keepWellKnown(tools.db, viewer, exact) : exact;
  const chosen = await choose(tools.db, viewer, { candidates: named, text: mention.text });
  if (chosen) return { company: chosen };
  if (named.length > 1) return { candidates: named.slice(0, SUGGESTIONS_MAX).map(describe) };
  if (mention.isPlain) return { candidates: [] };
  const byTicker = await findByTicker(tools, viewer, mention);
  if (byTicker) return { company: byTicker };
  const starting = await findByBeginning(tools, mention.readings);
  const one = await choose(tools.db, viewer, { candidates: starting, text: mention.text });
  return one ? { company: one } : { candidates: starting.slice(0, SUGGESTIONS_MAX).map(describe) };
}

const describe = ({ svc_entity_id, name }: RecognisedCompany): RecognisedCompany => ({ svc_entity_id, name });

async function findByWholeName(db: Database, readings: readonly string[]): Promise<Candidate[]> {
  const keys = readings.map(nameKey).filter((key) => key.length > 1);
  const byKey = await listCompaniesNamed(db, [...new Set(keys)]);
  const found = keys.map((key) => byKey.get(key) ?? []).find((list) => list.length > 0) ?? [];
  const facts = await listCompaniesByIds(
    db,
    found.map(({ svc_entity_id }) => svc_entity_id),
  );
  return found.flatMap(({ svc_entity_id, prominence, legal }) => {
    const name = facts.get(svc_entity_id)?.name;
    return name === undefined ? [] : [{ svc_entity_id, name, prominence, legal }];
  });
}

async function keepWellKnown(
  db: Database,
  viewer: Viewer,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const withReports = await listWithReports(db, viewer, candidates);
  return candidates.filter(
    ({ svc_entity_id, prominence }) => withReports.has(svc_entity_id) || prominence >= PROMINENT,
  );
}

/** The only candidate; of several, the only one with reports the caller may read, or with the legal form named. */
async function choose(
  db: Database,
  viewer: Viewer,
  { candidates, text }: { candidates: readonly Candidate[]; text: string },
): Promise<RecognisedCompany | null> {
  const [first] = candidates;
  if (!first) return null;
  if (candidates.length === 1) return describe(first);
  const withReports = await listWithReports(db, viewer, candidates);
  const forms = listLegalForms(text);
  const choices = [
    candidates.filter(({ svc_entity_id }) => withReports.has(svc_entity_id)),
    candidates.filter(({ legal }) => forms.length > 0 && forms.every((form) => legal.includes(form))),
  ];
  const [one] = choices.find(({ length }) => length === 1) ?? [];
  return one ? describe(one) : null;
}

async function listWithReports(
  db: Database,
  viewer: Viewer,
  candidates: readonly RecognisedCompany[],
): Promise<Set<string | null>> {
  if (candidates.length === 0) return new Set();
  const svcEntityIds = candidates.map(({ svc_entity_id }) => svc_entity_id);
  const reports = await listReadableReports(db, viewer, { svcEntityIds, mostPerCompany: 1 });
  return new Set(reports.map(({ svc_entity_id }) => svc_entity_id));
}

/** By ISIN or by the identifier that this service gives. */
async function findByCode({ lookUp }: NamingTools, { text }: Mention): Promise<RecognisedCompany | null> {
  const isCode = isIsin(text);
  if (!isCode && !PERMANENT_ID.test(text)) return null;
  const [found] = await lookUp(isCode ? { isin: text } : { perm_id: text });
  return found ? describe(found) : null;
}

async function findByTicker(
  { db, lookUp }: NamingTools,
  viewer: Viewer,
  { readings }: Mention,
): Promise<RecognisedCompany | null> {
  const ticker = readings.find((text) => TICKER.test(text));
  if (ticker === undefined) return null;
  const found = await lookUp({ ticker });
  const candidates = found.map((company) => ({ ...company, prominence: 0, legal: [] }));
  return choose(db, viewer, { candidates, text: ticker });
}

/**
 * Companies whose name begins with these words: people say "Tessandral" for Tessandral Instruments. Only a word that
 * no other company's name begins with is enough.
 */
async function findByBeginning({ lookUp }: NamingTools, readings: readonly string[]): Promise<Candidate[]> {
  for (const reading of readings) {
    const key = nameKey(reading);
    if (key.length <= 1) continue;
    const found = (await lookUp({ name: reading })).filter(({ name }) => beginsWith(name, key));
    if (found.length > 0) return found.map((company) => ({ ...company, prominence: 0, legal: [] }));
  }
  return [];
}

function beginsWith(name: string, key: string): boolean {
  const words = name.split(/\s+/);
  return words.some((_, index) => nameKey(words.slice(0, index + 1).join(" ")) === key);
}

async function suggest(
  { db, lookUp }: NamingTools,
  viewer: Viewer,
  text: string,
): Promise<RecognisedCompany[]> {
  const alike = (await lookUp({ name: text })).filter(
    ({ match_score }) => match_score >= SUGGESTION_SCORE_MIN,
  );
  const withReports = await listWithReports(db, viewer, alike);
  const rank = ({ svc_entity_id }: RecognisedCompany) => (withReports.has(svc_entity_id) ? 0 : 1);
  return alike
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, SUGGESTIONS_MAX)
    .map(describe);
}
