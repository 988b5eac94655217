-- Posts a batch of credit movements, deciding each in turn: the decision to spend and the spending cannot be parted.
-- Accounts are locked in the order of their ids, so that batches of several nodes never wait for each other in a ring.
--
--   grant   outside   -> available      charge  available -> spent (hold and settlement in one)
--   hold    available -> held           refund  spent -> available, only for a call that was charged
--   settle  held -> spent, and what is left of the hold -> available as `void`
--
-- `again` says that an earlier try may have been committed: what is already there is answered, not repeated.
create function post_credits_in_turn(batch json) returns table (place int, outcome text, available bigint) language plpgsql as $$
declare
  item record;
  balance credit_balance%rowtype;
  posted_at timestamptz := clock_timestamp();
  hold_row credit_hold%rowtype;
  rest bigint;
begin
  for item in
    select row_number() over () as place, posting.* from json_to_recordset(batch) as posting (
      account text, call text, kind text, credits bigint, operation text, key text, budgeted boolean,
      hold_seconds int, again boolean)
    order by account, place
  loop
    if balance.account_id is distinct from item.account then
      if balance.account_id is not null then perform save_credit_balance(balance); end if;
      select * into balance from credit_balance where account_id = item.account for update;
      if not found then raise exception 'no credit balance for account %', item.account; end if;
    end if;

    place := item.place::int;
    outcome := 'posted';
    rest := 0;
    if item.again and exists (select from credit_entry where call_id = item.call and kind = item.kind) then
      outcome := 'repeated';
    elsif item.kind = 'grant' then
      balance.granted := balance.granted + item.credits;
      balance.available := balance.available + item.credits;
    elsif item.kind in ('charge', 'hold') then
      if balance.available < item.credits then
        outcome := 'insufficient';
      elsif item.budgeted and not spend_key_budget(item.key, item.credits) then
        outcome := 'over_budget';
      elsif item.kind = 'charge' then
        balance.available := balance.available - item.credits;
        balance.spent := balance.spent + item.credits;
      else
        balance.available := balance.available - item.credits;
        balance.held := balance.held + item.credits;
        insert into credit_hold values (item.call, item.account, item.credits, item.operation, item.key,
          posted_at + make_interval(secs => item.hold_seconds));
      end if;
    elsif item.kind = 'settle' then
      delete from credit_hold where call_id = item.call returning * into hold_row;
      if not found then
        outcome := 'no_hold';
      elsif item.credits > hold_row.credits then
        raise exception 'call %: settling % of %', item.call, item.credits, hold_row.credits;
      else
        rest := hold_row.credits - item.credits;
        balance.held := balance.held - hold_row.credits;
        balance.spent := balance.spent + item.credits;
        balance.available := balance.available + rest;
        item.operation := hold_row.operation_id;
        item.key := hold_row.key_id;
        if rest > 0 then update credit_key_budget set spent = spent - rest where key_id = item.key; end if;
      end if;
    elsif item.kind = 'refund' then
      select credits, operation_id, key_id into item.credits, item.operation, item.key
        from credit_entry where call_id = item.call and kind in ('charge', 'settle');
      if not found or exists (select from credit_entry where call_id = item.call and kind = 'refund') then
        outcome := 'nothing_to_refund';
      else
        balance.available := balance.available + item.credits;
        balance.spent := balance.spent - item.credits;
        update credit_key_budget set spent = spent - item.credits where key_id = item.key;
      end if;
    end if;

    if outcome = 'posted' then
      if item.kind <> 'settle' or item.credits > 0 then
        balance := append_credit_entry(balance, item.kind, item.credits, item.call, item.operation, item.key, posted_at);
      end if;
      if rest > 0 then
        balance := append_credit_entry(balance, 'void', rest, item.call, item.operation, item.key, posted_at);
      end if;
    end if;
    available := balance.available;
    return next;
  end loop;
  if balance.account_id is not null then perform save_credit_balance(balance); end if;
end $$;

-- Each entry's hash covers the one before it, so that no entry can be changed, dropped or put in between unseen.
-- `florin ledger verify` computes the same text outside the database.
create function append_credit_entry(
  balance credit_balance, p_kind text, p_credits bigint, p_call text, p_operation text, p_key text,
  posted_at timestamptz
) returns credit_balance language plpgsql as $$
begin
  balance.last_sequence := balance.last_sequence + 1;
  balance.last_hash := sha256(balance.last_hash || convert_to(concat_ws('|', balance.account_id,
    balance.last_sequence, p_kind, p_credits, p_call, coalesce(p_operation, ''), coalesce(p_key, ''),
    (extract(epoch from posted_at) * 1000000)::bigint), 'UTF8'));
  insert into credit_entry values (balance.account_id, balance.last_sequence, p_kind, p_credits, p_call, p_operation,
    p_key, posted_at, balance.last_hash);
  return balance;
end $$;

create function save_credit_balance(balance credit_balance) returns void language sql as $$
  update credit_balance set granted = balance.granted, available = balance.available, held = balance.held,
    spent = balance.spent, last_sequence = balance.last_sequence, last_hash = balance.last_hash
  where account_id = balance.account_id;
$$;

create function spend_key_budget(p_key text, p_credits bigint) returns boolean language plpgsql as $$
begin
  update credit_key_budget set spent = spent + p_credits where key_id = p_key and spent + p_credits <= budget;
  return found;
end $$;

create function chain_credit_step(state bytea, start bytea, content bytea) returns bytea
  language sql immutable parallel safe as $$ select sha256(coalesce(state, start) || content) $$;

-- The chain's hash after each row of a window: the first row continues from `start`.
create aggregate chain_credit_hash(start bytea, content bytea) (sfunc = chain_credit_step, stype = bytea);

-- The door for every batch. Nearly all are plain charges of accounts that can pay: those are posted as sets, several
-- times faster than in turn. When any account might run dry, or anything else is among them, each is decided in turn.
create function post_credits(batch json) returns table (place int, outcome text, available bigint) language plpgsql as $$
declare
  posted_at timestamptz := clock_timestamp();
  posted_us text := (extract(epoch from posted_at) * 1000000)::bigint::text;
  payable boolean;
begin
  -- Locked in a statement of its own, so that the next ones see what others committed while we waited.
  perform from credit_balance b
  where b.account_id in (select account from json_to_recordset(batch) as posting (account text))
  order by b.account_id for update;

  select coalesce(bool_and(plain and b.available >= due), false) into payable
  from (select account, sum(credits) as due, bool_and(kind = 'charge' and not budgeted and not again) as plain
        from json_to_recordset(batch) as posting (
          account text, kind text, credits bigint, budgeted boolean, again boolean)
        group by account) wanted
  left join credit_balance b on b.account_id = account;
  if not payable then
    return query select * from post_credits_in_turn(batch);
    return;
  end if;

  return query
  with numbered as (
    select posting.*, b.last_hash as start, b.last_sequence + row_number() over turn as sequence,
           (sum(posting.credits) over turn)::bigint as spent,
           b.available - (sum(posting.credits) over turn)::bigint as rest
    from (select row_number() over () as ord, posting.* from json_to_recordset(batch) as posting (
            account text, call text, credits bigint, operation text, key text)) posting
    join credit_balance b on b.account_id = posting.account
    window turn as (partition by posting.account order by posting.ord)
  ), chained as materialized (
    select n.*, chain_credit_hash(n.start, convert_to(concat_ws('|', n.account, n.sequence, 'charge', n.credits, n.call,
             coalesce(n.operation, ''), coalesce(n.key, ''), posted_us), 'UTF8'))
             over (partition by n.account order by n.ord) as hash
    from numbered n
  ), posted as (
    insert into credit_entry
    select account, sequence, 'charge', credits, call, operation, key, posted_at, hash from chained
  ), saved as (
    update credit_balance b set available = ending.rest, spent = b.spent + ending.spent,
      last_sequence = ending.sequence, last_hash = ending.hash
    from (select distinct on (account) * from chained order by account, ord desc) ending
    where b.account_id = ending.account
  )
  select ord::int, 'posted'::text, rest from chained;
end $$;
