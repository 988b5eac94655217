-- One report may call the year to 3 February 2024 "2023" and another "2024". It is one period of its series: a year is
-- known by the month of its last day, not by its name. What ends in the first half of a month belongs to the month
-- before, since years of whole weeks end up to a week off; monthOfEnd of storing/year-names.ts counts the same. Existing
-- series are renewed as their reports are read again.

create or replace function series_period(frequency text, point text) returns text language sql immutable parallel safe as $$
  select case
    when frequency = 'annual' then (substr(point, 17, 4)::int * 12 + substr(point, 22, 2)::int - 1
      - (substr(point, 25, 2)::int <= 15)::int)::text
    when substr(point, 36, 1) = '"' then substr(point, 17, 10) || substr(point, 37, 10)
    else substr(point, 17, 10) end
$$;

-- Runs after every report that is read, in sessions that live long and keep its plan: whatever the tables were like
-- when the plan was made, they are read by their indexes, series by series.
create or replace function refresh_series() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  -- Reports of one company that are read at once are written one after the other: each then sees the one before.
  perform pg_advisory_xact_lock(530, bucket)
  from (
    select distinct hashtext(svc_entity_id) & 63 as bucket from changed
    where account_id is null and svc_entity_id is not null order by 1) as buckets;
  if not found then return null; end if;
  with changed_series as (
    select svc_entity_id, concept, frequency, array_agg(distinct series_period(frequency, point)) as periods,
      -- Reports may call a period by the fiscal year before or after.
      min(fiscal_year) - 1 as first_year, max(fiscal_year) + 1 as last_year
    from changed
    where account_id is null and svc_entity_id is not null and frequency <> 'other'
    group by svc_entity_id, concept, frequency),
  renewed as (
    select s.svc_entity_id, s.concept, s.frequency,
      nullif(concat_ws(chr(10), unchanged.points, changed.points), '') as points
    from changed_series s
    left join figure_series stored using (svc_entity_id, concept, frequency)
    cross join lateral (
      select string_agg(point, chr(10)) as points from string_to_table(stored.points, chr(10)) as point
      where series_period(s.frequency, point) <> all (s.periods)) as unchanged
    cross join lateral (
      select string_agg(lines, chr(10)) as points
      from (
        select array_to_string((array_agg(
          point order by published desc, period_end desc, confidence desc, point collate "C"))[1:2], chr(10)) as lines
        from (
          select point, published, confidence, value, period_start, period_end, period,
            row_number() over newest_first as age,
            first_value(value) over newest_first as newest_value,
            first_value(period_start) over newest_first as newest_start,
            first_value(period_end) over newest_first as newest_end
          from financial_figure cross join lateral series_period(frequency, point) as period
          where svc_entity_id = s.svc_entity_id and concept = s.concept and frequency = s.frequency
            and fiscal_year between s.first_year and s.last_year and account_id is null and period = any (s.periods)
          window newest_first as (
            partition by period order by published desc, period_end desc, confidence desc, point collate "C")
        ) as version
        where age = 1 or (value, period_start, period_end) is distinct from (newest_value, newest_start, newest_end)
        group by period
      ) as newest_two) as changed),
  written as (
    insert into figure_series (svc_entity_id, concept, frequency, points)
    select svc_entity_id, concept, frequency, points from renewed where points is not null
    on conflict (svc_entity_id, concept, frequency) do update set points = excluded.points)
  delete from figure_series using renewed
  where renewed.points is null and figure_series.svc_entity_id = renewed.svc_entity_id
    and figure_series.concept = renewed.concept and figure_series.frequency = renewed.frequency;
  return null;
end $$;
