-- The primary statements of a report as typed tables, as one version of the reader read them.
create table report_statements (
  report_id text collate "C" primary key references report on delete cascade,
  version text not null,
  -- The pages they were read from: a report that is digested again is read again.
  extract_sha256 text not null,
  metadata jsonb,
  statements jsonb,
  failure text,
  read_at timestamptz not null default now(),
  check ((statements is null) = (failure is not null))
);

-- One figure of the dictionary for one period, as one report states it. A later report that states it differently adds
-- a row, so that what was known at any time can be answered. Company, owner and publication are those of the report,
-- repeated here so that a series is read from one index.
create table financial_figure (
  report_id text collate "C" not null references report on delete cascade,
  svc_entity_id text collate "C",
  account_id text,
  published date not null,
  -- `other`: of a report that is neither annual nor interim, such as a prospectus; never part of a series.
  frequency text not null check (frequency in ('annual', 'interim', 'other')),
  concept text collate "C" not null,
  period_start date,
  period_end date not null,
  fiscal_year smallint not null,
  value double precision not null,
  currency text,
  unit text not null check (unit in ('money', 'per_share', 'shares', 'percent')),
  scale double precision not null check (scale > 0),
  confidence real not null check (confidence between 0 and 1),
  proof text not null check (proof in ('proven', 'failed', 'none')),
  -- As printed; several cells where rows were added up.
  printed text not null,
  page int not null check (page > 0),
  box real[] not null check (array_length(box, 1) = 4),
  claim_ids text[] not null check (cardinality(claim_ids) > 0),
  unique nulls not distinct (report_id, concept, period_end, period_start)
);
create index financial_figure_series
  on financial_figure (svc_entity_id, concept, frequency, fiscal_year desc, period_end desc, published desc);

create function follow_report() returns trigger language plpgsql as $$
begin
  update financial_figure
  set svc_entity_id = new.svc_entity_id, account_id = new.account_id,
      published = coalesce(new.publish_date, (new.created_at at time zone 'UTC')::date)
  where report_id = new.report_id;
  return null;
end $$;
create trigger report_figures_follow after update of svc_entity_id, account_id, publish_date on report
  for each row
  when ((old.svc_entity_id, old.account_id, old.publish_date)
    is distinct from (new.svc_entity_id, new.account_id, new.publish_date))
  execute function follow_report();
