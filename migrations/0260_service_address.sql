-- Where callers reach the service: commands and workers, which do not listen there, make links with it.
create table service_address (
  only_row boolean primary key default true check (only_row),
  base_url text not null,
  recorded_at timestamptz not null default now()
);
