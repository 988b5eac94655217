-- Markets as ISO 10383 lists them, also those that have closed.
create table market (
  mic text collate "C" primary key check (mic ~ '^[A-Z0-9]{4}$'),
  operating_mic text collate "C" not null,
  name text not null,
  country text collate "C",
  status text not null,
  expiry_date date,
  row_hash text not null,
  source_date date not null,
  reference text not null,
  changed_at timestamptz not null default now()
);
