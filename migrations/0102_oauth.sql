-- What the authorization server remembers: clients, grants, codes, refresh tokens, browser sessions. One row a record;
-- codes and refresh tokens are found by their SHA-256 and stored nowhere in clear.
create table oauth_record (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  client_id text,
  member_id text,
  consumed_at timestamptz,
  created_at timestamptz not null default now(),
  -- For clients: when a person last let one in. Never used ones are cleared away.
  last_used_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);
create index oauth_record_of_grant on oauth_record (grant_id) where grant_id is not null;
create index oauth_record_by_uid on oauth_record (model, uid) where uid is not null;
create index oauth_record_expiry on oauth_record (expires_at) where expires_at is not null;
create index oauth_grants_of_member on oauth_record (member_id) where model = 'Grant';
create index oauth_clients_unused on oauth_record (created_at) where model = 'Client';

-- Proofs of possession that were shown; each is good once.
create table oauth_proof (
  id text primary key,
  expires_at timestamptz not null
);
create index oauth_proof_expiry on oauth_proof (expires_at);

-- Keys that sign tokens. The one that became active last signs; older ones are published until what they signed is over.
create table oauth_signing_key (
  id text primary key,
  private_jwk jsonb not null,
  active_from timestamptz not null,
  ends_at timestamptz,
  created_at timestamptz not null default now()
);
