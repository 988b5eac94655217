import type { Sql } from "../../../platform/db/index.ts";
import { SECTION_KINDS } from "../indexing/section-kind.ts";
import { inScope, type PassageKey, passageOf, type SearchScope, scopeTables } from "../store.ts";
import type { WordCondition } from "./read-words.ts";

export interface FacetCount {
  facet: string;
  value: string;
  passages: number;
  reports: number;
}

export interface MatchRequest {
  condition: WordCondition;
  /** Those of the condition. */
  lexemes: readonly string[];
  /** What the passages that meet the condition are checked with as well. */
  words: string | null;
  /** In how many passages at most. */
  checkedMax: number;
  /** How many passages of the latest reports are listed. */
  limit: number;
}

export interface SelectedMatches {
  facets: FacetCount[];
  latest: { report_id: string; passage_nos: number[] }[];
  /** Passages that meet the condition: where these are more than are checked, nothing else is found. */
  candidates: number;
}

/** The same as in `index_passage_words`. */
const BLOCK = 4096;
const FACET_VALUES_MAX = 20;

/**
 * Each word has a bit for every passage of a report that has the word in any of them: what passages meet is computed
 * for all of them together. `w` is a group of such rows, of one block of one report.
 */
function bitsOf(sql: Sql, condition: WordCondition): ReturnType<Sql> {
  const none = sql`(bit_and(w.passages) # bit_and(w.passages))`;
  if (condition.kind === "word")
    return sql`coalesce(bit_or(w.passages) filter (where w.lexeme = ${condition.lexeme}), ${none})`;
  if (condition.kind === "not") return sql`(~ ${bitsOf(sql, condition.of)})`;
  const [first, ...rest] = condition.of.map((part) => bitsOf(sql, part));
  if (!first) return condition.kind === "all" ? sql`(~ ${none})` : none;
  const joined = rest.reduce(
    (before, part) => (condition.kind === "all" ? sql`${before} & ${part}` : sql`${before} | ${part}`),
    first,
  );
  return sql`(${joined})`;
}

/** The passages that meet a condition, block by block, in reports of the scope. */
const matching = (
  sql: Sql,
  scope: SearchScope,
  { condition, lexemes, words, checkedMax }: MatchRequest,
) => sql`
  by_words as materialized (
    select w.revision, w.block, ${bitsOf(sql, condition)} as bits from passage_word w
    where w.lexeme = any(${lexemes}) ${withinFewReports(sql, scope)} group by w.revision, w.block),
  readable as (
    select m.revision, m.block, m.bits, r.report_id, r.publish_date, r.svc_entity_id, r.report_type_id, r.fiscal_year,
      r.language, c.country, c.primary_sector_id, i.passages > ${BLOCK} as is_long
    from by_words m join (${scopeTables(sql)}) on i.revision = m.revision
    where bit_count(m.bits) > 0 and ${inScope(sql, scope)}),
  ${words === null ? sql`met as materialized (select * from readable)` : checked(sql, words, checkedMax)}`;

/** Where words have to be next to each other, every passage that has them is looked at. */
const checked = (sql: Sql, words: string, checkedMax: number) => sql`
  met as materialized (
    select revision, block, found.bits, report_id, publish_date, svc_entity_id, report_type_id, fiscal_year, language,
      country, primary_sector_id, is_long
    from readable cross join lateral (
      select bit_or(set_bit(bits # bits, p.passage_no % ${BLOCK}, 1)) as bits
      from generate_series(0, length(bits) - 1) as place
      join passage p on p.report_id = readable.report_id and p.passage_no = block * ${BLOCK} + place
      where get_bit(bits, place) = 1 and p.words @@ ${words}::tsquery) as found
    where found.bits is not null and (select sum(bit_count(bits)) from readable) <= ${checkedMax})`;

/** Few reports are looked up by name; the words of many are read whole. */
function withinFewReports(sql: Sql, scope: SearchScope) {
  if (!scope.reportIds && !scope.svcEntityIds) return sql``;
  return sql`and w.revision in (
    select i.revision from passage_report i join report r on r.report_id = i.report_id
    where ${scope.reportIds ? sql`r.report_id = any(${scope.reportIds})` : sql`r.svc_entity_id = any(${scope.svcEntityIds})`})`;
}

/** Two lists, in the order of the sections: how many passages, and in how many reports. */
function countsBySection(sql: Sql) {
  const bits = (section: number) => sql`bit_count(met.bits & p.passages[${section + 1}::int])`;
  const list = (count: (section: number) => ReturnType<Sql>) =>
    SECTION_KINDS.map((_, section) => count(section)).reduce((before, next) => sql`${before}, ${next}`);
  return sql`
    array[${list((section) => sql`sum(${bits(section)}::int)::int`)}] as passages,
    array[${list(
      (section) => sql`
        (count(*) filter (where not is_long and ${bits(section)} > 0)
          + count(distinct revision) filter (where is_long and ${bits(section)} > 0))::int`,
    )}] as reports`;
}

/** Counts by facet, and the latest matches. */
export async function selectMatches(
  sql: Sql,
  scope: SearchScope,
  request: MatchRequest,
): Promise<SelectedMatches> {
  const [row] = await sql<SelectedMatches>`
    with ${matching(sql, scope, request)},
    reports as materialized (
      select report_id, publish_date, svc_entity_id, report_type_id, fiscal_year, language, country, primary_sector_id,
        sum(bit_count(bits)::int) as passages
      from met group by 1, 2, 3, 4, 5, 6, 7, 8),
    by_facet as (
      select case when grouping(svc_entity_id) = 0 then 'company' when grouping(report_type_id) = 0 then 'report_type'
          when grouping(fiscal_year) = 0 then 'fiscal_year' when grouping(language) = 0 then 'language'
          when grouping(country) = 0 then 'country' when grouping(primary_sector_id) = 0 then 'sector'
          else 'all' end as facet,
        coalesce(svc_entity_id, report_type_id, fiscal_year::text, language, country, primary_sector_id) as value,
        sum(passages)::int as passages, count(*)::int as reports
      from reports group by grouping sets ((svc_entity_id), (report_type_id), (fiscal_year), (language), (country),
        (primary_sector_id), ())
      union all
      select 'section', (${SECTION_KINDS}::text[])[place], of_section.passages, of_section.reports
      from (select ${countsBySection(sql)} from met join passage_section p using (revision, block)) as counted
      cross join unnest(counted.passages, counted.reports) with ordinality as of_section (passages, reports, place)),
    facets as (
      select facet, coalesce(value, '') as value, passages, reports from (
        select *, row_number() over (partition by facet order by passages desc, value) as place from by_facet
        where (value is not null or facet = 'all') and reports > 0) as ordered
      where place <= ${FACET_VALUES_MAX}),
    latest as (
      select report_id from (
        select report_id, passages,
          sum(passages) over (order by publish_date desc nulls last, report_id) as until_here
        from (select * from reports order by publish_date desc nulls last, report_id limit ${request.limit}) as last
        ) as ordered
      where until_here - passages < ${request.limit}),
    places as (
      select report_id, publish_date, array_agg(block * ${BLOCK} + place order by block, place) as passage_nos
      from latest join met using (report_id)
      cross join lateral generate_series(0, length(bits) - 1) as place
      where get_bit(bits, place) = 1 group by 1, 2)
    select
      (select coalesce(json_agg(facets order by passages desc, facet, value), '[]') from facets) as facets,
      (select coalesce(json_agg(json_build_object('report_id', report_id, 'passage_nos', passage_nos)
        order by publish_date desc nulls last, report_id), '[]') from places) as latest,
      (select coalesce(sum(bit_count(bits)), 0)::int from readable) as candidates`;
  return row ?? { facets: [], latest: [], candidates: 0 };
}

/** The passages by how well these words describe them; without words in the order they are in. */
export async function rankByWords(
  sql: Sql,
  keys: readonly PassageKey[],
  words: string | null,
): Promise<(PassageKey & { text_key: string; rank: number })[]> {
  return sql<PassageKey & { text_key: string; rank: number }>`
    select wanted.report_id, wanted.passage_no, p.text_key::text,
      ${words === null ? sql`0::real` : sql`ts_rank_cd('{0.1, 0.2, 0.4, 1}', p.words, ${words}::tsquery, 1)`} as rank
    from unnest(${keys.map(({ report_id }) => report_id)}::text[],
      ${keys.map(({ passage_no }) => passage_no)}::int[]) with ordinality as wanted (report_id, passage_no, place)
    ${passageOf(sql)}
    order by rank desc, place`;
}

/** Which of these words each passage has. */
export async function listTermsIn(
  sql: Sql,
  keys: readonly PassageKey[],
  terms: readonly string[],
): Promise<(PassageKey & { has_terms: boolean[] })[]> {
  return sql<PassageKey & { has_terms: boolean[] }>`
    select wanted.report_id, wanted.passage_no,
      array(select p.words @@ term::tsquery from unnest(${terms}::text[]) with ordinality as asked (term, place)
        order by place) as has_terms
    from unnest(${keys.map(({ report_id }) => report_id)}::text[],
      ${keys.map(({ passage_no }) => passage_no)}::int[]) as wanted (report_id, passage_no)
    ${passageOf(sql)}`;
}
