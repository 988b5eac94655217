-- The quick door for plain charges, which nearly all movements are. Charges come grouped: those of one account, operation,
-- key and price together, their call ids in one text. An account that cannot pay all of its charges is left as it is
-- and answered with null: each of them is then decided in turn by `post_credits`.
create function post_charges(accounts text[], operations text[], keys text[], prices bigint[], calls text[])
returns table (account text, available bigint) language plpgsql as $$
declare
  posted_at timestamptz := clock_timestamp();
  posted_us text := (extract(epoch from posted_at) * 1000000)::bigint::text;
  item record;
  balance credit_balance%rowtype;
  call_ids text[];
  call_id text;
  hashes bytea[];
  before_call text;
  after_call text;
begin
  for item in
    select charges.*, sum(price * cardinality(string_to_array(call_list, ' '))) over (partition by charges.owner) as due
    from unnest(accounts, operations, keys, prices, calls) as charges (owner, operation, key, price, call_list)
    order by charges.owner
  loop
    if balance.account_id is distinct from item.owner then
      select * into balance from credit_balance b where b.account_id = item.owner for update;
      if not found then raise exception 'no credit balance for account %', item.owner; end if;
      account := item.owner;
      available := case when balance.available >= item.due then balance.available - item.due end;
      return next;
    end if;
    continue when available is null;

    call_ids := string_to_array(item.call_list, ' ');
    hashes := '{}';
    before_call := '|charge|' || item.price || '|';
    after_call := '|' || coalesce(item.operation, '') || '|' || coalesce(item.key, '') || '|' || posted_us;
    foreach call_id in array call_ids loop
      balance.last_sequence := balance.last_sequence + 1;
      balance.last_hash := sha256(balance.last_hash
        || convert_to(item.owner || '|' || balance.last_sequence || before_call || call_id || after_call, 'UTF8'));
      hashes := hashes || balance.last_hash;
    end loop;
    insert into credit_entry
    select item.owner, balance.last_sequence - cardinality(call_ids) + entry.place, 'charge', item.price, entry.call,
      item.operation, item.key, posted_at, entry.hash
    from unnest(call_ids, hashes) with ordinality as entry (call, hash, place);
    balance.available := balance.available - item.price * cardinality(call_ids);
    update credit_balance b set available = balance.available, spent = b.spent + item.price * cardinality(call_ids),
      last_sequence = balance.last_sequence, last_hash = balance.last_hash
    where b.account_id = item.owner;
  end loop;
end $$;

-- Everything else is decided in turn, and only there.
drop function post_credits(json);
drop aggregate chain_credit_hash(bytea, bytea);
drop function chain_credit_step(bytea, bytea, bytea);
alter function post_credits_in_turn(json) rename to post_credits;
