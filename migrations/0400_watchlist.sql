-- Companies that a person or an account watches.
create table watchlist (
  watchlist_id text collate "C" primary key,
  account_id text collate "C" not null references account,
  -- A person, or the account for a list that no person created.
  owner_id text not null,
  visibility text not null check (visibility in ('private', 'shared')),
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint watchlist_private_to_a_person check (visibility = 'shared' or owner_id <> account_id)
);
create index watchlist_of_account on watchlist (account_id, owner_id);

create table watchlist_company (
  watchlist_id text collate "C" not null references watchlist on delete cascade,
  svc_entity_id text collate "C" not null references company (svc_entity_id) on delete cascade,
  added_at timestamptz not null default clock_timestamp(),
  primary key (watchlist_id, svc_entity_id)
);
create index watchlist_company_company on watchlist_company (svc_entity_id);
