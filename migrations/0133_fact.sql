-- Figures as companies tagged them in their filings (XBRL). A figure that a later filing repeats or restates is a row of
-- its own, so that what was told when can be seen.
create table fact (
  svc_entity_id text collate "C" not null references company (svc_entity_id) on delete cascade,
  taxonomy text collate "C" not null,
  concept text collate "C" not null,
  unit text collate "C" not null,
  -- Null for a figure of one day, such as a balance.
  period_start date,
  period_end date not null,
  value double precision not null,
  -- The year of the company's own reckoning that the period belongs to, and which part of it.
  fiscal_year smallint,
  fiscal_period text,
  form text not null,
  accession text collate "C" not null,
  filed date not null,
  source text not null,
  reference text not null default '',
  licence text not null default '',
  known_from timestamptz not null default now(),
  unique nulls not distinct (svc_entity_id, concept, taxonomy, unit, period_end, period_start, accession),
  check (period_start <= period_end)
);

create table fact_concept (
  taxonomy text collate "C" not null,
  concept text collate "C" not null,
  label text not null,
  primary key (taxonomy, concept)
);
