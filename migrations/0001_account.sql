create table account (
  id text primary key,
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz not null default now()
);
