-- A URL that answers one call as CSV, for spreadsheets that cannot send a header. It acts for the key that created it,
-- so it ends with the key; the number of reads is limited, so that a forgotten sheet cannot spend without end.
create table table_link (
  token_hash bytea primary key,
  account_id text not null references account,
  key_id text not null references api_key (id) on delete cascade,
  operation_id text not null,
  input jsonb not null,
  reads_left int not null check (reads_left >= 0),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index table_link_of_key on table_link (key_id);
create index table_link_expiry on table_link (expires_at);
