-- One load from a source: how far it is, what it did, and what it refused. The position is written in the transaction
-- that writes the rows, so a load that dies goes on where it was and nothing is done twice.
create table ingest_run (
  run_no bigint generated always as identity primary key,
  source text not null check (source <> ''),
  -- The file or address that is read, and what it was: another content is another load.
  location text not null,
  version text not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  position bigint not null default 0,
  added bigint not null default 0,
  changed bigint not null default 0,
  unchanged bigint not null default 0,
  skipped bigint not null default 0,
  rejected bigint not null default 0,
  done_units bigint not null default 0,
  total_units bigint,
  reason text,
  started_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  finished_at timestamptz
);
create index ingest_run_newest on ingest_run (source, run_no desc);

create table ingest_rejection (
  run_no bigint not null references ingest_run on delete cascade,
  line bigint not null,
  reason text not null,
  excerpt text not null default ''
);
create index ingest_rejection_of_run on ingest_rejection (run_no, line);

-- Loads that start themselves.
create table ingest_schedule (
  source text not null,
  location text not null default '',
  options jsonb not null default '{}',
  every_minutes integer not null check (every_minutes between 5 and 525600),
  next_at timestamptz not null default now(),
  primary key (source, location)
);
