-- Credits stand in four places: granted, available, held, spent. Every entry moves some from one place to another,
-- so what was granted is always what is available, held or spent: the check below refuses anything else.
create table credit_balance (
  account_id text primary key references account,
  granted bigint not null default 0,
  available bigint not null default 0 check (available >= 0),
  held bigint not null default 0 check (held >= 0),
  spent bigint not null default 0 check (spent >= 0),
  last_sequence bigint not null default 0,
  last_hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  check (granted = available + held + spent)
) with (fillfactor = 50); -- updated at every charge; room on the page keeps those updates off the index

-- No foreign key to the balance: `post_credits` is the only writer and holds that row locked while it writes.
create table credit_entry (
  account_id text not null,
  sequence bigint not null,
  kind text not null,
  credits bigint not null check (credits >= 0),
  call_id text not null,
  operation_id text,
  key_id text,
  created_at timestamptz not null,
  hash bytea not null,
  primary key (account_id, sequence),
  check (kind in ('grant', 'hold', 'settle', 'void', 'charge', 'refund'))
);

-- One entry of a kind per call, whatever the code above believes: nothing is charged or settled twice.
create unique index credit_entry_once on credit_entry (call_id, kind);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger credit_entry_append_only before update or delete or truncate on credit_entry
  for each statement execute function refuse_change();

-- Holds not yet settled. A row here is what makes a settlement possible, so a hold ends once.
create table credit_hold (
  call_id text primary key,
  account_id text not null references account,
  credits bigint not null check (credits > 0),
  operation_id text,
  key_id text,
  expires_at timestamptz not null
);
create index credit_hold_expiry on credit_hold (expires_at);

-- Only keys with a budget of their own have a row.
create table credit_key_budget (
  key_id text primary key,
  budget bigint not null check (budget >= 0),
  spent bigint not null default 0 check (spent between 0 and budget)
);
