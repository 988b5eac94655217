-- Which reports a page of a list shows is decided from these indexes alone: a report's row is wide (certificate, title
-- words), and reading thousands of rows to show twenty made the list slower with every report.
create index report_listing on report (publish_date desc nulls last, report_id)
  include (account_id, svc_entity_id, report_type_id, language);
drop index report_newest;
create index report_counting on report (report_type_id, language, publish_date) include (account_id, svc_entity_id);
drop index report_of_type;

-- Counts how often what the list filters on has changed, so that a count may be kept until it does.
create table report_revision (
  only_row boolean primary key default true check (only_row),
  revision bigint not null
);
insert into report_revision (revision) values (0);

create function raise_report_revision() returns trigger language plpgsql as $$
begin
  update report_revision set revision = revision + 1;
  return null;
end $$;

create trigger report_revised
  after insert or delete or truncate
  or update of account_id, svc_entity_id, report_type_id, publish_date, language, file_title, file_title_en on report
  for each statement execute function raise_report_revision();
