-- A charge whose reply was lost is undone as soon as the database is back. If its caller repeats the call before that, the
-- answer is found paid for and given out: from then on the charge must stay. The repeated call says so here, while it
-- holds the balance of the account, and an undo looks here, while it holds the same balance.
alter table idempotent_call add column answered boolean not null default false;
create index idempotent_call_answered on idempotent_call (account_id, call_id) where answered;

-- A later attempt of a call is paid for under the call's id and its number.
create function is_call_answered(p_account text, p_payment text) returns boolean language sql as $$
  select exists (
    select from idempotent_call
    where account_id = p_account and answered and call_id = split_part(p_payment, '~', 1)
      and p_payment = call_id || case when attempt = 1 then '' else '~' || attempt end) $$;

create or replace function post_credits(batch json) returns table (place int, outcome text, available bigint) language plpgsql as $$
declare
  item record;
  balance credit_balance%rowtype;
  posted_at timestamptz := clock_timestamp();
  hold_row credit_hold%rowtype;
  rest bigint;
  earlier text;
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
    if item.again then earlier := find_earlier_posting(item.call, item.kind); end if;
    if item.again and earlier is not null then
      outcome := earlier;
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
    elsif item.kind in ('settle', 'release') then
      delete from credit_hold
        where call_id = item.call and (item.kind = 'settle' or expires_at < posted_at) returning * into hold_row;
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
        if rest > 0 then perform return_key_budget(item.key, rest); end if;
      end if;
    elsif item.kind = 'refund' then
      select credits, operation_id, key_id into item.credits, item.operation, item.key
        from credit_entry where call_id = item.call and kind in ('charge', 'settle') and credits > 0;
      if not found or exists (select from credit_entry where call_id = item.call and kind = 'refund') then
        outcome := 'nothing_to_refund';
      else
        balance.available := balance.available + item.credits;
        balance.spent := balance.spent - item.credits;
        perform return_key_budget(item.key, item.credits);
      end if;
    elsif item.kind = 'undo' and is_call_answered(item.account, item.call) then
      outcome := 'nothing_to_refund';
    elsif item.kind = 'undo' then
      delete from credit_hold where call_id = item.call returning * into hold_row;
      if found then
        rest := hold_row.credits;
        item.operation := hold_row.operation_id;
        item.key := hold_row.key_id;
        balance.held := balance.held - rest;
        balance.available := balance.available + rest;
        perform return_key_budget(item.key, rest);
      elsif not exists (select from credit_entry where call_id = item.call) then
        -- Nothing was posted yet; this entry stops a statement that is still on its way.
        balance := append_credit_entry(balance, 'charge', 0, item.call, item.operation, item.key, posted_at);
      else
        select credits, operation_id, key_id into item.credits, item.operation, item.key
          from credit_entry where call_id = item.call and kind in ('charge', 'settle') and credits > 0;
        if not found or exists (select from credit_entry where call_id = item.call and kind = 'refund') then
          outcome := 'nothing_to_refund';
        else
          balance.available := balance.available + item.credits;
          balance.spent := balance.spent - item.credits;
          perform return_key_budget(item.key, item.credits);
          balance := append_credit_entry(balance, 'refund', item.credits, item.call, item.operation, item.key, posted_at);
        end if;
      end if;
    end if;

    if outcome = 'posted' then
      if item.kind in ('grant', 'charge', 'hold', 'refund') or (item.kind = 'settle' and item.credits > 0) then
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
