-- A figure as a series gives it, already written as JSON and kept in the index: a series of thousands of values is
-- read from the index alone and only joined together, whatever the number of reports. The order of its parts is that
-- of `PointVersion` in series/newest-points.ts, which compares points without parsing them.
alter table financial_figure add column point text;

create function render_point() returns trigger language plpgsql as $$
begin
  new.point := json_build_array(new.published, new.period_end, new.fiscal_year, new.period_start, new.value,
    new.currency, new.scale, new.unit, new.confidence, array_to_string(new.claim_ids, ' '))::text;
  return new;
end $$;
create trigger financial_figure_point before insert or update on financial_figure
  for each row execute function render_point();

drop index financial_figure_series;
update financial_figure set point = '';
alter table financial_figure alter column point set not null;
create index financial_figure_series on financial_figure (svc_entity_id, concept, frequency, fiscal_year)
  include (published, account_id, point);
