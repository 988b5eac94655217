create table api_key (
  id text primary key,
  account_id text not null references account,
  -- The member who made it; null for keys made on the command line.
  created_by text,
  name text not null check (length(name) between 1 and 100),
  -- SHA-256 of the key. The key itself is shown once and kept nowhere.
  hash bytea not null unique check (length(hash) = 32),
  -- First and last characters, so that a person can tell keys apart in a list.
  hint text not null,
  scopes text[] not null,
  allowed_networks text[] not null default '{}',
  budget_credits bigint check (budget_credits >= 0),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index api_key_of_account on api_key (account_id, created_at desc);
