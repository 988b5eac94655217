-- A company's report: its file, what is known of it, and how far it has been digested.
create table report (
  report_id text collate "C" primary key check (report_id ~ '^rep_[a-z0-9]{8,32}$'),
  -- Null for reports that everybody may see.
  account_id text references account,
  svc_entity_id text collate "C" references company (svc_entity_id),
  file_title text not null check (length(file_title) between 1 and 500),
  file_title_en text not null check (length(file_title_en) between 1 and 500),
  report_type_id text not null,
  report_type_confidence real not null check (report_type_confidence between 0 and 1),
  publish_date date,
  fiscal_year smallint check (fiscal_year between 1900 and 2200),
  fiscal_period text check (fiscal_period in ('FY', 'H1', 'H2', 'Q1', 'Q2', 'Q3', 'Q4')),
  language text,
  page_count integer check (page_count >= 0),
  file_name text not null,
  content_type text not null,
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  file_bytes bigint not null check (file_bytes >= 0),
  digest_state text not null default 'waiting'
    check (digest_state in ('waiting', 'reading', 'embedding', 'ready', 'failed')),
  digest_reason text,
  pages_done integer not null default 0,
  extract_sha256 text check (extract_sha256 ~ '^[0-9a-f]{64}$'),
  extract_bytes bigint,
  embedding_sha256 text check (embedding_sha256 ~ '^[0-9a-f]{64}$'),
  certificate jsonb,
  source text not null,
  source_reference text not null default '',
  licence text not null default '',
  fictional boolean not null default false,
  created_at timestamptz not null default now(),
  title_words tsvector generated always as (to_tsvector('simple', file_title || ' ' || file_title_en)) stored,
  -- The same file of the same owner is one report.
  unique nulls not distinct (account_id, file_sha256)
);
create index report_newest on report (publish_date desc nulls last, report_id);
create index report_of_company on report (svc_entity_id, publish_date desc nulls last, report_id);
create index report_of_type on report (report_type_id, publish_date desc nulls last, report_id);
create index report_of_account on report (account_id) where account_id is not null;
create index report_title on report using gin (title_words);
create index report_undigested on report (created_at) where digest_state not in ('ready', 'failed');
create index report_files on report (file_sha256);

-- Passages to search for and to cite; a vector is missing until it has been computed.
create table report_chunk (
  report_id text collate "C" not null references report on delete cascade,
  chunk_index integer not null,
  page integer not null check (page > 0),
  box real[] not null check (cardinality(box) = 4),
  heading text,
  kind text not null check (kind in ('text', 'table')),
  text text not null,
  vector bytea,
  primary key (report_id, chunk_index)
);
