-- A table somebody asked for as a file. The file lies in storage under its hash and is fetched by a link that runs out.
create table export (
  export_id text collate "C" primary key,
  account_id text not null references account,
  dataset text not null check (dataset in ('companies', 'reports', 'prices', 'facts')),
  format text not null check (format in ('ndjson', 'csv', 'parquet')),
  filter jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  row_count bigint,
  file_sha256 text,
  file_bytes bigint,
  reason text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index export_of_account on export (account_id, created_at desc);
