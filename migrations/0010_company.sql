-- Where facts about companies come from. Every row of the tables below names one of these.
create table company_source (
  source_no smallint generated always as identity primary key,
  name text not null check (name <> ''),
  reference text not null default '',
  licence text not null check (licence <> ''),
  source_date date not null,
  first_loaded_at timestamptz not null default now(),
  unique (name, reference, source_date)
);

create table company (
  company_no integer generated always as identity primary key,
  svc_entity_id text collate "C" not null unique check (svc_entity_id ~ '^ent_[a-z0-9]{8,32}$'),
  name text not null check (name <> ''),
  -- The name as lists are ordered: no case, no accents. The "C" order is the same on every server.
  sort_name text collate "C" not null,
  perm_id text collate "C" unique check (perm_id <> ''),
  lei text collate "C" check (lei ~ '^[A-Z0-9]{18}[0-9]{2}$'),
  cik text collate "C" check (cik ~ '^[0-9]{10}$'),
  -- Country and exchange of the primary listing, as the specification has it.
  country text collate "C" check (country ~ '^[A-Z]{2}$'),
  exchange text collate "C" check (exchange ~ '^[A-Z0-9]{4}$'),
  primary_sector_id text collate "C" check (primary_sector_id ~ '^isic:[A-U]([0-9]{2})?$'),
  primary_isin text collate "C" check (primary_isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  primary_ticker text check (primary_ticker <> ''),
  market_cap_usd bigint check (market_cap_usd >= 0),
  market_cap_date date,
  market_cap_source text,
  fictional boolean not null default false,
  -- The securities in the shape answers carry them: written with the rows of `security`, in the same transaction.
  children jsonb not null default '[]',
  -- The folded names, one a line, that look-ups by name are scored against; and how well known the company is.
  search_names text not null,
  prominence smallint not null default 0 check (prominence between 0 and 1000),
  content_hash text not null,
  source_no smallint not null references company_source,
  changed_at timestamptz not null default now(),
  -- A market capitalization without its date and source is no fact.
  check (num_nulls(market_cap_usd, market_cap_date, market_cap_source) in (0, 3))
);

create index company_lei on company (lei) where lei is not null;
create index company_cik on company (cik) where cik is not null;

-- Screening. Each order has an index to walk; each filter one that also counts without visiting the rows.
create index company_by_market_cap on company (market_cap_usd desc nulls last, svc_entity_id)
  include (country, exchange, primary_sector_id);
create index company_by_market_cap_rising on company (market_cap_usd, svc_entity_id)
  include (country, exchange, primary_sector_id);
create index company_by_name on company (sort_name, svc_entity_id)
  include (country, exchange, primary_sector_id, market_cap_usd);
create index company_by_country on company (country, market_cap_usd desc nulls last, svc_entity_id)
  include (exchange, primary_sector_id);
create index company_by_exchange on company (exchange, market_cap_usd desc nulls last, svc_entity_id)
  include (country, primary_sector_id);
create index company_by_sector on company (primary_sector_id, market_cap_usd desc nulls last, svc_entity_id)
  include (country, exchange);

-- One row a listing: a security may be listed on several markets, and some sources know no ISIN.
create table security (
  company_no integer not null references company on delete cascade,
  position smallint not null check (position >= 0),
  isin text collate "C" check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  ticker text check (ticker <> ''),
  -- The ticker as it is compared; `identifiers.ts` writes it.
  ticker_key text collate "C",
  mic text collate "C" check (mic ~ '^[A-Z0-9]{4}$'),
  source_no smallint not null references company_source,
  primary key (company_no, position),
  check (isin is not null or ticker is not null),
  check ((ticker is null) = (ticker_key is null))
);

create index security_isin on security (isin) where isin is not null;
create index security_ticker on security (ticker_key) where ticker_key is not null;

-- Every name a company has or had.
create table company_name (
  company_no integer not null references company on delete cascade,
  kind text not null check (kind in ('official', 'former', 'alias', 'local', 'short')),
  name text not null check (name <> ''),
  valid_from date,
  valid_to date,
  source_no smallint not null references company_source,
  primary key (company_no, kind, name),
  check (valid_from <= valid_to)
);

-- Counts how often what screening filters on has changed, so that a count may be kept until it does.
create table company_revision (
  only_row boolean primary key default true check (only_row),
  revision bigint not null
);
insert into company_revision (revision) values (0);

create function raise_company_revision() returns trigger language plpgsql as $$
begin
  update company_revision set revision = revision + 1;
  return null;
end $$;

create trigger company_revised
  after insert or delete or truncate or update of country, exchange, primary_sector_id, market_cap_usd on company
  for each statement execute function raise_company_revision();
