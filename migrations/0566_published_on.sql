-- When a report counts as published. One without a date counted from the day it was added, so that an old report that is
-- uploaded today replaced what later reports say. A report appears within the year after its fiscal year.
create function published_on(publish_date date, created_at timestamptz, fiscal_year smallint) returns date
language sql immutable parallel safe as $$
  select coalesce(publish_date, least((created_at at time zone 'UTC')::date,
    case when fiscal_year between 1900 and 9000 then make_date(fiscal_year + 1, 12, 31) end))
$$;

create or replace function follow_report() returns trigger language plpgsql as $$
begin
  update financial_figure
  set svc_entity_id = new.svc_entity_id, account_id = new.account_id, readers = new.readers,
      published = published_on(new.publish_date, new.created_at, new.fiscal_year)
  where report_id = new.report_id;
  return null;
end $$;
drop trigger report_figures_follow on report;
create trigger report_figures_follow
  after update of svc_entity_id, account_id, readers, publish_date, fiscal_year on report
  for each row
  when ((old.svc_entity_id, old.account_id, old.readers, old.publish_date, old.fiscal_year)
    is distinct from (new.svc_entity_id, new.account_id, new.readers, new.publish_date, new.fiscal_year))
  execute function follow_report();

update financial_figure f set published = published_on(r.publish_date, r.created_at, r.fiscal_year)
from report r
where r.report_id = f.report_id and r.publish_date is null
  and f.published <> published_on(r.publish_date, r.created_at, r.fiscal_year);
