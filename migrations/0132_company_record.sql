-- What each source tells of a company, whole, beside what others tell: the company itself is folded from these rows, so
-- that nothing is overwritten and every field can name where it comes from.
create table company_record (
  source text not null,
  -- The source's own name for it: a LEI, a CIK, a line's identifier.
  key text not null,
  svc_entity_id text collate "C" not null references company (svc_entity_id) on delete cascade,
  content jsonb not null,
  row_hash text not null,
  source_no smallint not null references company_source,
  first_seen_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (source, key)
);
create index company_record_of_company on company_record (svc_entity_id);

-- Where sources contradict each other about who is who: kept for a person to look at.
create table company_conflict (
  source text not null,
  key text not null,
  field text not null,
  value text not null,
  svc_entity_id text collate "C" not null,
  other_svc_entity_id text collate "C" not null,
  reason text not null,
  seen_at timestamptz not null default now(),
  primary key (source, key, field, value, other_svc_entity_id)
);

-- What became of a company that is no longer there as it was.
alter table company
  add column status text not null default 'active' check (status in ('active', 'inactive', 'merged', 'delisted')),
  add column status_date date,
  add column successor_lei text collate "C";

-- Companies as they were known before a source changed them.
create table company_past (
  svc_entity_id text collate "C" not null,
  known_from timestamptz not null,
  known_to timestamptz not null,
  -- The row of `company` as it was.
  company jsonb not null,
  -- ISINs, tickers as compared, LEI, CIK and perm_id, to be found by.
  identifiers text[] not null,
  primary key (svc_entity_id, known_from)
);
create index company_past_identifiers on company_past using gin (identifiers);
