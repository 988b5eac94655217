-- Old months of the ledger and of the audit trail are written to files and removed. What remains of a month in the
-- ledger is, for each account, the end of its hash chain and its balance at that point: verification continues there.
create table credit_archive (
  account_id text not null,
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  last_sequence bigint not null check (last_sequence > 0),
  last_hash bytea not null,
  granted bigint not null,
  available bigint not null check (available >= 0),
  held bigint not null check (held >= 0),
  spent bigint not null check (spent >= 0),
  -- Of the file that holds the entries.
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  archived_at timestamptz not null default now(),
  primary key (account_id, month),
  check (granted = available + held + spent)
);
create trigger credit_archive_append_only before update or delete or truncate on credit_archive
  for each statement execute function refuse_change();

-- Entries are removed only when an archived end of the same chain covers them: nothing else may delete one.
drop trigger credit_entry_append_only on credit_entry;
create trigger credit_entry_append_only before update or truncate on credit_entry
  for each statement execute function refuse_change();
create function refuse_unarchived_removal() returns trigger language plpgsql as $$
begin
  if exists (
    select from gone where not exists (
      select from credit_archive a where a.account_id = gone.account_id and a.last_sequence >= gone.sequence)) then
    raise exception 'credit_entry is append-only';
  end if;
  return null;
end $$;
create trigger credit_entry_removal after delete on credit_entry referencing old table as gone
  for each statement execute function refuse_unarchived_removal();

create function forget_archived_audit(until timestamptz, rows_max int) returns int language plpgsql as $$
declare
  forgotten int;
begin
  perform set_config('florin.forgetting_audit', 'on', true);
  delete from call_audit where (account_id, at, id) in (
    select account_id, at, id from call_audit
    where at < least(until, now() - interval '30 days') limit rows_max);
  get diagnostics forgotten = row_count;
  perform set_config('florin.forgetting_audit', '', true);
  return forgotten;
end $$;

create or replace view kept_table as
  select unnest(array['credit_entry', 'credit_balance', 'credit_hold', 'call_audit', 'credit_archive']) as name;
