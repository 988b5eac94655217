-- An account has its balance from the first moment: without one a charge was a fault, and every charge posted with it.
create function open_credit_balance() returns trigger language plpgsql as $$
begin
  insert into credit_balance (account_id) values (new.id);
  return null;
end $$;

create trigger account_credit_balance after insert on account
  for each row execute function open_credit_balance();

insert into credit_balance (account_id) select id from account on conflict do nothing;
