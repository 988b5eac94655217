-- Every series of a company in one row, as its public reports give it: a series of many companies is one row for each
-- figure instead of one for each report and year. An upload is for its readers alone and stays out of it.
create table figure_series (
  svc_entity_id text collate "C" not null,
  concept text collate "C" not null,
  frequency text not null,
  -- Lines of `financial_figure.point`: of each period the newest, and the newest before it that gave another value.
  points text not null,
  primary key (svc_entity_id, concept, frequency)
);

-- The periods and their order are those of series/newest-points.ts.
create function write_series(companies text[]) returns void language plpgsql as $$
begin
  delete from figure_series where svc_entity_id = any (companies);
  insert into figure_series (svc_entity_id, concept, frequency, points)
  with version as (
    select svc_entity_id, concept, frequency, point, value, period_start, period_end,
      case when frequency = 'annual' then fiscal_year::text else concat(period_start, ' ', period_end) end as period,
      row_number() over newest_first as age,
      first_value(value) over newest_first as newest_value,
      first_value(period_start) over newest_first as newest_start,
      first_value(period_end) over newest_first as newest_end
    from financial_figure
    where svc_entity_id = any (companies) and account_id is null and frequency <> 'other'
    window newest_first as (
      partition by svc_entity_id, concept, frequency,
        case when frequency = 'annual' then fiscal_year::text else concat(period_start, ' ', period_end) end
      order by published desc, period_end desc, confidence desc, point collate "C")),
  other as (
    select *, row_number() over (partition by svc_entity_id, concept, frequency, period order by age) as position
    from version
    where age = 1 or (value, period_start, period_end) is distinct from (newest_value, newest_start, newest_end))
  select svc_entity_id, concept, frequency, string_agg(point, chr(10) order by point collate "C")
  from other where position <= 2
  group by svc_entity_id, concept, frequency;
end $$;

-- Reports of one company that are read at once are written one after the other: each then sees the one before.
create function refresh_series() returns trigger language plpgsql as $$
declare
  companies text[] := array(
    select distinct svc_entity_id from changed where account_id is null and svc_entity_id is not null);
begin
  if cardinality(companies) > 0 then
    perform pg_advisory_xact_lock(530, bucket)
    from (select distinct hashtext(company) & 63 as bucket from unnest(companies) company order by 1) as buckets;
    perform write_series(companies);
  end if;
  return null;
end $$;
create trigger financial_figure_added after insert on financial_figure
  referencing new table as changed for each statement execute function refresh_series();
create trigger financial_figure_removed after delete on financial_figure
  referencing old table as changed for each statement execute function refresh_series();
create trigger financial_figure_changed_from after update on financial_figure
  referencing old table as changed for each statement execute function refresh_series();
create trigger financial_figure_changed_to after update on financial_figure
  referencing new table as changed for each statement execute function refresh_series();

select write_series(array(select distinct svc_entity_id from financial_figure where svc_entity_id is not null));

-- What an account has uploaded, next to the series of public reports.
create index financial_figure_uploaded on financial_figure (account_id, svc_entity_id, concept, frequency)
  include (fiscal_year, readers, point) where account_id is not null;
