-- Who did what, when, from where, with what result. Appended only; a key records what a key did, not who held it.
create table call_audit (
  id bigint generated always as identity,
  account_id text not null,
  at timestamptz not null,
  request_id text not null,
  channel text not null,
  operation_id text not null,
  key_id text,
  user_id text,
  client_id text,
  address text,
  status smallint not null,
  error_code text,
  credits bigint not null,
  duration_ms integer not null,
  primary key (account_id, at, id)
);
create trigger call_audit_append_only before update or delete or truncate on call_audit
  for each statement execute function refuse_change();

-- A caller's Idempotency-Key: claimed before the work, answered after the charge. The call id is the ledger's: a claim
-- taken over from a dead process keeps it, so the work may be done again but cannot be charged again.
create table idempotent_call (
  account_id text not null references account,
  key text not null,
  fingerprint bytea not null,
  call_id text not null,
  claimed_at timestamptz not null,
  answer jsonb,
  credits bigint,
  primary key (account_id, key)
);
create index idempotent_call_age on idempotent_call (claimed_at);
