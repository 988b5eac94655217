-- The calls of an erased account remain, without the addresses they came from.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('florin.forgetting_audit', true) = 'on'
    or tg_op = 'UPDATE' and current_setting('florin.forgetting_addresses', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

create function forget_addresses(target text) returns void language plpgsql as $$
begin
  perform set_config('florin.forgetting_addresses', 'on', true);
  update call_audit set address = null where account_id = target and address is not null;
  perform set_config('florin.forgetting_addresses', '', true);
end $$;

-- By a trigger of the mark itself, so that no way of erasing an account leaves them behind.
create function forget_addresses_of_erased() returns trigger language plpgsql as $$
begin
  perform forget_addresses(new.id);
  return null;
end $$;
create trigger forget_addresses after update of erased_at on account
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function forget_addresses_of_erased();

select forget_addresses(id) from account where erased_at is not null;

-- Calls are recorded in batches a moment after they were made: also those that end while their account is erased.
create index account_erased on account (id) where erased_at is not null;
create function forget_late_addresses() returns trigger language plpgsql as $$
begin
  perform forget_addresses(id) from account
  where erased_at is not null and id in (select account_id from added);
  return null;
end $$;
create trigger forget_late_addresses after insert on call_audit referencing new table as added
  for each statement execute function forget_late_addresses();
