import { findExchange } from "../../reference/index.ts";
import { normaliseTicker } from "../identifiers.ts";
import { readName, scoreCandidate } from "../names/find-by-name.ts";
import { foldName } from "../names/fold-name.ts";
import { wholeKey } from "../names/name-keys.ts";
import { SCORE_MIN } from "../names/rank-matches.ts";
import { readSearchNames } from "../names/search-names.ts";
import type { Candidate } from "./candidates/store.ts";
import type { SourceRecord } from "./source-record.ts";
import type { Conflict } from "./store.ts";

/** Every identifier of a record, the strongest first. */
export function listIdentifiers(record: SourceRecord): string[] {
  const securities = record.securities ?? [];
  const parent = record.belongs_to;
  return [
    ...(parent ? [`record:${parent.source}:${parent.key}`] : []),
    ...(record.lei ? [`lei:${record.lei}`] : []),
    ...(record.cik ? [`cik:${record.cik}`] : []),
    ...securities.flatMap(({ isin }) => (isin ? [`isin:${isin}`] : [])),
    ...listListings(record).map(({ ticker_key, market }) => `listing:${market}:${ticker_key}`),
  ];
}

/** A ticker is the same on all markets of one operator: lists differ in which of them they name. */
export function listListings({ securities = [] }: SourceRecord): { ticker_key: string; market: string }[] {
  return securities.flatMap(({ ticker, mic }) =>
    ticker && mic
      ? [{ ticker_key: normaliseTicker(ticker), market: findExchange(mic)?.operating_mic ?? mic }]
      : [],
  );
}

export function nameIdentifier(record: SourceRecord): string {
  return `name:${wholeKey(foldName(record.name).words)}`;
}

export interface Match {
  svc_entity_id: string | null;
  conflicts: Omit<Conflict, "key">[];
}

export interface MatchTools {
  /** Companies by identifier. */
  byIdentifier: ReadonlyMap<string, readonly string[]>;
  candidates: ReadonlyMap<string, Candidate>;
  wordWeight: (word: string) => number;
  /** Kinds of identifier that this source issues itself: trusted without comparing names. */
  issues: ReadonlySet<string>;
}

/** Finds a record's company: by its identifiers, then by its full name. */
export function matchRecord(record: SourceRecord, tools: MatchTools): Match {
  const { accepted, refused } = weighHolders(record, tools);
  const [first, ...others] = accepted.length > 0 ? accepted : findByName(record, tools);
  const contradicting = others.map((id) => ({
    field: "identity",
    value: record.name,
    other_svc_entity_id: id,
    reason: "its identifiers belong to two companies",
  }));
  return {
    svc_entity_id: first ?? null,
    conflicts: [...refused, ...contradicting].map((conflict) => ({
      ...conflict,
      svc_entity_id: first ?? "",
    })),
  };
}

/** Tickers are reused and ISINs mistyped, so the name must support them. */
function weighHolders(record: SourceRecord, tools: MatchTools) {
  const holders = listHolders(record, tools);
  if (holders.length === 0) return { accepted: [], refused: [] };
  const readings = [record.name, ...(record.other_names ?? []).map(({ name }) => name)].flatMap(readName);
  const matches = ({ search_names }: Candidate) =>
    scoreCandidate(readSearchNames(search_names), readings, tools.wordWeight) >= SCORE_MIN;
  const accepted = new Set<string>();
  const refused: { field: string; value: string; other_svc_entity_id: string; reason: string }[] = [];
  for (const { field, value, candidate } of holders) {
    const id = candidate.svc_entity_id;
    const isSure = accepted.has(id) || field === "record" || tools.issues.has(field);
    const reason = isSure ? null : findNotReadyReason(record, candidate, matches);
    if (reason === null) accepted.add(id);
    else refused.push({ field, value, other_svc_entity_id: id, reason });
  }
  return { accepted: [...accepted], refused };
}

function listHolders(record: SourceRecord, { byIdentifier, candidates }: MatchTools) {
  return listIdentifiers(record).flatMap((identifier) => {
    const [field = "", ...rest] = identifier.split(":");
    const ids = byIdentifier.get(identifier) ?? [];
    return ids
      .flatMap((id) => candidates.get(id) ?? [])
      .map((candidate) => ({ field, value: rest.join(":"), candidate }));
  });
}

function findNotReadyReason(
  record: SourceRecord,
  candidate: Candidate,
  matches: (candidate: Candidate) => boolean,
): string | null {
  if (contradicts(record.lei, candidate.lei)) return "another LEI";
  if (contradicts(record.cik, candidate.cik)) return "another CIK";
  if (!matches(candidate)) return "a name that has nothing in common";
  return isNamesakeAbroad(record, candidate) ? "another legal form in another country" : null;
}

/** Vendors give a subsidiary's identifiers to the parent of the same name: Ltd in one country, AG in the other. */
function isNamesakeAbroad(record: SourceRecord, candidate: Candidate): boolean {
  if (!(record.domicile || record.country) || !(candidate.domicile || candidate.country)) return false;
  if (placesAgree(record, candidate)) return false;
  const forms = readSearchNames(candidate.search_names).flatMap(({ legal }) => legal);
  const own = foldName(record.name).legal;
  return own.length > 0 && forms.length > 0 && !own.some((form) => forms.includes(form));
}

function contradicts(reported: string | null | undefined, known: string | null): boolean {
  return Boolean(reported) && known !== null && reported !== known;
}

/** By the full name, if exactly one company has it and nothing contradicts. */
function findByName(record: SourceRecord, tools: MatchTools): string[] {
  const nameHolders = (tools.byIdentifier.get(nameIdentifier(record)) ?? []).flatMap(
    (id) => tools.candidates.get(id) ?? [],
  );
  const possible = nameHolders.filter(
    (candidate) =>
      !contradicts(record.lei, candidate.lei) &&
      !contradicts(record.cik, candidate.cik) &&
      (placesAgree(record, candidate) ||
        (legalFormsAgree(record, candidate) &&
          (isSeenFromAbroad(record, candidate) || sharesTicker(record, candidate)))),
  );
  return possible.length === 1 ? possible.map(({ svc_entity_id }) => svc_entity_id) : [];
}

function placesAgree({ domicile, country }: SourceRecord, candidate: Candidate): boolean {
  const places = [domicile, country].filter(Boolean);
  return [candidate.domicile, candidate.country].some((place) => place !== null && places.includes(place));
}

/** A foreign list does not say where the company is, only that its home is elsewhere. */
function isSeenFromAbroad(record: SourceRecord, candidate: Candidate): boolean {
  if (!record.foreign && !candidate.foreign) return false;
  return record.foreign
    ? (candidate.domicile ?? candidate.country) !== record.country
    : (record.domicile ?? record.country) !== candidate.country;
}

/** Companies use the same ticker on every market where they can. */
function sharesTicker({ securities = [] }: SourceRecord, { children }: Candidate): boolean {
  const known = new Set(children.flatMap(({ ticker }) => (ticker ? [normaliseTicker(ticker)] : [])));
  return securities.some(({ ticker }) => ticker && known.has(normaliseTicker(ticker)));
}

/** If the places do not agree, the legal forms must. */
function legalFormsAgree(record: SourceRecord, { search_names }: Candidate): boolean {
  const { words, legal } = foldName(record.name);
  const namesakes = readSearchNames(search_names).filter(
    (known) => wholeKey(known.words) === wholeKey(words),
  );
  return namesakes.some((known) => known.legal.join() === legal.join());
}
