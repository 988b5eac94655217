create sequence news_cluster_number as integer;

-- One article as a publisher gave it.
create table article (
  article_no integer generated always as identity primary key,
  article_id text collate "C" not null unique check (article_id ~ '^art_[a-z0-9]{8,32}$'),
  -- Null where an archive gives no address on the web.
  link text check (link ~ '^https?://'),
  title text not null check (title <> ''),
  source text check (source <> ''),
  snippet text not null,
  body text not null,
  thumbnail text check (thumbnail ~ '^https?://'),
  -- ISO 639-1, or `und` when nothing tells it.
  language text collate "C" not null check (language ~ '^([a-z]{2}|und)$'),
  published_at timestamptz,
  date_state text not null check (date_state in ('known', 'missing', 'unparsable', 'future')),
  -- Which tag gave the date, and what stood there.
  date_evidence text not null,
  -- Words with their places, made by `text/lexemes.ts`, so that every server breaks words alike.
  words tsvector not null,
  -- One number for each word with its language and week: a search reads week after week, newest first, and stops.
  keys integer[] not null,
  -- A sketch of the text, and the numbers under which near-duplicates meet.
  sketch integer[] not null,
  bands integer[] not null,
  cluster_no integer not null,
  svc_entity_id text[] not null,
  origin text not null check (origin <> ''),
  licence text not null,
  fictional boolean not null,
  fetched_at timestamptz not null default now(),
  check ((published_at is not null) = (date_state = 'known'))
);

create index article_keys on article using gin (keys);
create index article_bands on article using gin (bands);
create index article_companies on article using gin (svc_entity_id);
create index article_cluster on article (cluster_no);
create index article_newest on article (published_at desc, article_no) where published_at is not null;

-- Articles that tell one story in nearly the same words.
create table news_cluster (
  cluster_no integer primary key,
  lead_no integer not null references article,
  source_count integer not null check (source_count > 0),
  article_count integer not null check (article_count >= source_count)
);

-- The weeks there are articles of, so that a search visits no empty one.
create table news_week (
  language text collate "C" not null,
  week integer not null,
  primary key (language, week)
);

-- What was read from where, and what went wrong: nothing is left out silently.
create table news_count (
  origin text not null,
  reason text not null check (reason ~ '^[a-z_]+$'),
  items bigint not null check (items >= 0),
  last_detail text not null default '',
  last_at timestamptz not null default now(),
  primary key (origin, reason)
);

create table news_feed (
  feed_no integer generated always as identity primary key,
  url text not null unique check (url ~ '^https?://'),
  host text not null check (host <> ''),
  language text collate "C" check (language ~ '^[a-z]{2}$'),
  licence text not null default '',
  etag text,
  last_modified text,
  poll_minutes integer not null check (poll_minutes between 5 and 10080),
  next_poll_at timestamptz not null default now(),
  last_polled_at timestamptz,
  last_result text not null default 'never polled',
  failures_in_row integer not null default 0 check (failures_in_row >= 0),
  created_at timestamptz not null default now()
);
create index news_feed_due on news_feed (next_poll_at);
