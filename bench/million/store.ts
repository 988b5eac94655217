import { SECTION_KINDS } from "../../src/features/search/indexing/section-kind.ts";
import type { Database } from "../../src/platform/db/index.ts";

export interface FillOptions {
  reports: number;
  passagesPerReport: number;
  factsPerCompany: number;
  /** Texts of passages with their words as they are indexed; they are used again and again. */
  texts: readonly { text: string; words: string }[];
}

/** Reports of one company: one a year. */
export const YEARS = 10;
const FIRST_YEAR = 2015;

/**
 * Reports with metadata, passages, one figure and one claim each, and the facts of their companies, written by the
 * database itself: what is measured is how they are read. Foreign keys hold by construction and are not checked.
 */
export async function fillMillion(db: Database, options: FillOptions): Promise<void> {
  const { reports, passagesPerReport, factsPerCompany, texts } = options;
  const client = await db.pool.connect();
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  await run("set maintenance_work_mem = '1GB'; set work_mem = '64MB'; set synchronous_commit = off");
  await run("create temp table sample (no serial primary key, body text, words tsvector)");
  await run("insert into sample (body, words) select * from unnest($1::text[], $2::text[]::tsvector[])", [
    texts.map(({ text }) => text),
    texts.map(({ words }) => words),
  ]);
  for (let year = FIRST_YEAR; year < FIRST_YEAR + YEARS; year++) {
    await run("set session_replication_role = replica");
    await run(REPORTS, [year, reports / YEARS]);
    await run(CHUNKS, [year, passagesPerReport, texts.length]);
    await run(PASSAGES, [year, passagesPerReport]);
    await run(WORDS, [year, passagesPerReport]);
    await run(SECTIONS, [year, passagesPerReport, SECTION_KINDS]);
    await run(CLAIMS, [year]);
    await run(FACTS, [year, reports / YEARS, factsPerCompany / YEARS]);
    // With its triggers, which join the figures of a company into a series.
    await run("set session_replication_role = origin");
    await run(FIGURES, [year]);
  }
  for (const table of TABLES) await run(`vacuum (analyze) ${table}`);
  client.release(true);
}

const TABLES = [
  "report",
  "report_chunk",
  "passage",
  "passage_word",
  "passage_section",
  "passage_report",
  "claim",
  "fact",
  "financial_figure",
  "figure_series",
];

/** In the order of this number, so that the reports of a company lie as far apart as its years. */
const REPORT_NO = "(company_no - (select min(company_no) from company))";

const REPORTS = `
  insert into report (report_id, svc_entity_id, file_title, file_title_en, report_type_id, report_type_confidence,
    publish_date, fiscal_year, fiscal_period, language, page_count, file_name, content_type, file_sha256, file_bytes,
    digest_state, extract_sha256, extract_bytes, embedding_sha256, source)
  select 'rep_' || $1::int || lpad(n::text, 8, '0'), svc_entity_id, title, title, 'annual_report', 1,
    make_date($1::int + 1, 1 + n % 12, 1 + n % 28), $1::int, 'FY', (array['en', 'de', 'fr', 'ja'])[1 + n % 4], 100, 'a.pdf',
    'application/pdf', sha, 1000000, 'ready', sha, 100000, sha, 'synthetic'
  from (select svc_entity_id, ${REPORT_NO} as n from company order by company_no limit $2) as c,
    lateral (select 'Harbour ' || n || ' Annual report ' || $1::int as title,
      md5($1::int || 'a' || n) || md5($1::int || 'b' || n) as sha) as made`;

const CHUNKS = `
  insert into report_chunk (report_id, chunk_index, page, box, heading, kind, text)
  select report_id, i, i + 1, '{0,0,100,100}', 'Notes', 'text', body
  from report cross join generate_series(0, $2::int - 1) as i
  join sample on sample.no = 1 + abs(hashtext(report_id || i)) % $3::int
  where fiscal_year = $1::int`;

const PASSAGES = `
  with indexed as (
    insert into passage (report_id, passage_no, section, text_key, words)
    select report_id, chunk_index, 'notes', hashtextextended(report_id || chunk_index, 0), words
    from report join report_chunk using (report_id) join sample on sample.body = report_chunk.text
    where fiscal_year = $1::int)
  insert into passage_report (report_id, version, made_from_extract, made_from_embedding, passages)
  select report_id, 'bench', extract_sha256, embedding_sha256, $2::int from report where fiscal_year = $1::int`;

/** What `index_passage_words` writes, for all reports of a year at a time. */
const WORDS = `
  insert into passage_word (revision, block, lexeme, passages)
  select i.revision, 0, lexeme, bit_or(set_bit(rpad('', $2::int, '0')::varbit, passage_no, 1))
  from report join passage_report i using (report_id) join passage using (report_id)
  cross join lateral unnest(tsvector_to_array(words) || '§notes'::text) as lexeme
  where fiscal_year = $1::int group by i.revision, lexeme`;

const SECTIONS = `
  insert into passage_section (revision, block, passages)
  select i.revision, 0, array(select case when kind = 'notes' then rpad('', $2::int, '1')::varbit end
    from unnest($3::text[]) with ordinality as listed (kind, place) order by place)
  from report join passage_report i using (report_id) where fiscal_year = $1::int`;

const CLAIMS = `
  insert into claim (claim_id, report_id, file_sha256, page, box, label, value, scale, quote)
  select 'clm_' || substr(md5(report_id), 1, 20), report_id, file_sha256, 1, '{1,2,3,4}', 'Revenue', 1000, 'million', '1,000'
  from report where fiscal_year = $1::int`;

const FACTS = `
  insert into fact (svc_entity_id, taxonomy, concept, unit, period_start, period_end, value, fiscal_year, fiscal_period,
    form, accession, filed, source)
  select svc_entity_id, 'us-gaap', 'Concept' || i, 'USD', make_date($1::int, 1, 1), make_date($1::int, 12, 31), company_no * i, $1::int,
    'FY', '10-K', company_no || '-' || $1::int, make_date($1::int + 1, 3, 1), 'synthetic'
  from (select svc_entity_id, company_no from company order by company_no limit $2) as c
  cross join generate_series(1, $3::int) as i`;

const FIGURES = `
  insert into financial_figure (report_id, svc_entity_id, account_id, published, frequency, concept, period_start,
    period_end, fiscal_year, value, currency, unit, scale, confidence, proof, printed, page, box, claim_ids)
  select report_id, svc_entity_id, null, publish_date, 'annual', 'revenue', make_date($1::int, 1, 1), make_date($1::int, 12, 31), $1::int,
    1e9, 'USD', 'money', 1e6, 0.99, 'proven', '1,000', 1, '{1,2,3,4}', array['clm_' || substr(md5(report_id), 1, 20)]
  from report where fiscal_year = $1::int`;

/** Rows and bytes of the tables that were filled. */
export async function describeSize(db: Database): Promise<Record<string, number>> {
  const rows = await db<{ name: string; rows: number }>`
    select t.name, (select sum(greatest(c.reltuples, 0)) from pg_class c where c.relkind = 'r' and c.oid in (
      select relid from pg_partition_tree(t.name::regclass) union all select t.name::regclass)) as rows
    from unnest(${TABLES}::text[]) as t (name)`;
  const [size] = await db<{ megabytes: number }>`
    select pg_database_size(current_database()) / 1048576 as megabytes`;
  return {
    ...Object.fromEntries(rows.map(({ name, rows: count }) => [name, Math.round(Number(count))])),
    megabytes: Number(size?.megabytes),
  };
}
