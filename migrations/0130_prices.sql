-- One series: the end-of-day prices of one listing as one source gives them.
create table price_series (
  series_no integer generated always as identity primary key,
  svc_entity_id text collate "C" not null references company (svc_entity_id) on delete cascade,
  ticker text not null default '',
  isin text collate "C",
  exchange text collate "C",
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- What the source has done to its prices already: nothing, splits, or splits and dividends.
  basis text not null check (basis in ('raw', 'split_adjusted', 'total_return')),
  source text not null check (source <> ''),
  reference text not null default '',
  licence text not null default '',
  first_date date,
  last_date date,
  price_count integer not null default 0,
  changed_at timestamptz not null default now(),
  unique nulls not distinct (svc_entity_id, exchange, ticker, source)
);

-- One day of one series. All days of a series lie in one part and side by side in its key, which carries the prices
-- itself: a window is a few pages of one index, however many rows there are and in whatever order they came.
create table price_bar (
  series_no integer not null,
  date date not null,
  open double precision,
  high double precision,
  low double precision,
  close double precision,
  volume double precision,
  -- The close after splits and dividends, where the source computes one.
  adjusted_close double precision,
  known_from timestamptz not null default now(),
  primary key (series_no, date) include (open, high, low, close, volume, adjusted_close)
) partition by hash (series_no);

do $$
begin
  for part in 0..15 loop
    execute format('create table price_bar_%s partition of price_bar for values with (modulus 16, remainder %s)',
      lpad(part::text, 2, '0'), part);
  end loop;
end $$;

-- What was known before a source corrected it.
create table price_bar_past (
  series_no integer not null,
  date date not null,
  open double precision,
  high double precision,
  low double precision,
  close double precision,
  volume double precision,
  adjusted_close double precision,
  known_from timestamptz not null,
  known_to timestamptz not null,
  primary key (series_no, date, known_from)
);

-- Splits and dividends. A correction closes the old row and adds a new one.
create table corporate_action (
  svc_entity_id text collate "C" not null references company (svc_entity_id) on delete cascade,
  -- Empty when it holds for every security of the company.
  ticker text not null default '',
  kind text not null check (kind in ('split', 'dividend')),
  ex_date date not null,
  payment_date date,
  amount double precision check (amount > 0),
  currency text collate "C" check (currency ~ '^[A-Z]{3}$'),
  -- New shares for one old share.
  ratio double precision check (ratio > 0),
  -- The amount is told per share of today, after all splits since.
  amount_split_adjusted boolean not null default false,
  source text not null,
  licence text not null default '',
  known_from timestamptz not null default now(),
  known_to timestamptz not null default 'infinity',
  primary key (svc_entity_id, ticker, kind, ex_date, source, known_from),
  check ((kind = 'split') = (ratio is not null)),
  check ((kind = 'dividend') = (amount is not null))
);
create unique index corporate_action_current on corporate_action (svc_entity_id, ticker, kind, ex_date, source)
  where known_to = 'infinity';

-- Shares outstanding, as a source tells them for a day.
create table share_count (
  svc_entity_id text collate "C" not null references company (svc_entity_id) on delete cascade,
  date date not null,
  shares double precision not null check (shares > 0),
  source text not null,
  reference text not null default '',
  licence text not null default '',
  known_from timestamptz not null default now(),
  primary key (svc_entity_id, date, source)
);

-- What one unit of a currency was worth in US dollars.
create table currency_rate (
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  date date not null,
  usd double precision not null check (usd > 0),
  source text not null,
  licence text not null default '',
  known_from timestamptz not null default now(),
  primary key (currency, date, source)
);
