-- An account that is moved to another installation is closed first: no caller is let in for it any more, and once what was
-- running has ended its ledger takes no more entries.
alter table account
  add column closed_at timestamptz,
  -- The move that brought it here: the same file is imported once.
  add column move_id text;
create index account_closed on account (id) where closed_at is not null;

alter table credit_balance add column closed boolean not null default false;
create function refuse_closed() returns trigger language plpgsql as $$
begin
  raise exception 'the account % is closed', old.account_id using errcode = 'FL001';
end $$;
create trigger credit_balance_closed before update on credit_balance
  for each row when (old.closed and new.closed) execute function refuse_closed();
