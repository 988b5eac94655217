-- What happened, in order, for those who want to be told. An account's events are numbered while it is locked, so that
-- a reader that goes on from the last number it saw misses none.
create table event (
  event_no bigint generated always as identity primary key,
  event_id text collate "C" not null unique,
  account_id text not null references account,
  builder_id text collate "C" references agent_builder on delete cascade,
  type text not null,
  data json not null,
  -- What may be found twice is told once.
  once_key text,
  created_at timestamptz not null default clock_timestamp()
);
create index event_of_account on event (account_id, event_no);
create index event_of_builder on event (builder_id, event_no);
create unique index event_once on event (account_id, once_key) where once_key is not null;

create table webhook (
  webhook_id text collate "C" primary key,
  account_id text not null references account,
  url text not null check (length(url) <= 2000),
  description text,
  -- Empty for all of them.
  event_types text[] not null default '{}',
  secret text not null,
  -- Signs beside the new one until then, so that a receiver can change over in peace.
  old_secret text,
  old_secret_until timestamptz,
  active boolean not null default true,
  created_at timestamptz not null default clock_timestamp()
);
create index webhook_of_account on webhook (account_id, created_at);

create table webhook_delivery (
  delivery_id text collate "C" primary key,
  webhook_id text collate "C" not null references webhook on delete cascade,
  event_no bigint not null references event on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  response_status integer,
  reason text,
  last_attempt_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  unique (webhook_id, event_no)
);
create index webhook_delivery_due on webhook_delivery (next_attempt_at) where state = 'waiting';

-- How far something was read.
create table event_cursor (
  name text primary key,
  position text not null
);
