-- A file that somebody wants read, without it becoming a report.
create table parse_job (
  job_id text collate "C" primary key,
  account_id text not null references account,
  file_name text not null,
  pdf_url text,
  file_sha256 text,
  state text not null default 'waiting' check (state in ('waiting', 'fetching', 'reading', 'ready', 'failed')),
  reason text,
  page_count integer,
  pages_done integer not null default 0,
  extract_sha256 text,
  package_sha256 text,
  certificate jsonb,
  -- Its result was delivered and paid for; asking again is free.
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  check (pdf_url is not null or file_sha256 is not null)
);
create index parse_job_unfinished on parse_job (created_at) where state not in ('ready', 'failed');
