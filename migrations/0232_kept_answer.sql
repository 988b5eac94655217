-- Answers of tool calls that were too long to be sent whole, kept for a while so that the caller can read on without
-- paying again. Bound to the credential that asked.
create table kept_answer (
  id text primary key,
  account_id text not null references account,
  caller text not null,
  operation_id text not null,
  answer text not null,
  expires_at timestamptz not null
);
create index kept_answer_expiry on kept_answer (expires_at);
create index kept_answer_account on kept_answer (account_id, expires_at);
