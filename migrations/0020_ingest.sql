-- What was loaded from outside or from the demo data, in which version: loading the same again is not needed.
create table ingest_load (
  name text primary key,
  version text not null,
  loaded_at timestamptz not null default now()
);
