-- Secrets that all nodes of one service must share, made by whichever starts first.
create table service_secret (
  name text primary key,
  value bytea not null check (length(value) = 32),
  created_at timestamptz not null default now()
);
