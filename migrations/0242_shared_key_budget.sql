-- A key that takes the place of another takes over its budget, and for the overlap both spend from it: their rows belong
-- to one pool and always say the same. Rows of a pool are only written while their account is locked.
alter table credit_key_budget add column pool text;
create index credit_key_budget_pool on credit_key_budget (pool) where pool is not null;

create function share_key_budget() returns trigger language plpgsql as $$
begin
  update credit_key_budget set spent = new.spent where pool = new.pool and key_id <> new.key_id;
  return null;
end $$;
create trigger share_key_budget after update of spent on credit_key_budget
  for each row when (new.pool is not null and pg_trigger_depth() = 0) execute function share_key_budget();
