-- An upload is shared with its whole account, or only with some of its members.
alter table report
  -- The person who uploaded it; null for uploads of keys that no person created, and of earlier versions.
  add column uploaded_by text,
  -- The members who may read it, its uploader among them; null for the whole account.
  add column readers text[],
  add column sharing_changed_at timestamptz,
  add constraint report_readers_of_an_upload check (readers is null
    or (account_id is not null and uploaded_by is not null and uploaded_by = any (readers)));

-- Who may read a report, and everything read from it. Every statement asks this function, so that the rule is written
-- once. `person` is null for a key that no person created.
create function may_read_report(owner text, readers text[], account text, person text) returns boolean
language sql immutable parallel safe as $$
  select owner is null or (owner = account and (readers is null or coalesce(person = any (readers), false)))
$$;

-- A file that the whole account may read is one report. Members who keep the same file to themselves have one each:
-- none of them learns of the others.
alter table report drop constraint report_account_id_file_sha256_key;
create unique index report_of_file on report (account_id, file_sha256) nulls not distinct where readers is null;

-- A list and a count are still decided from an index alone.
create index report_listing_shared on report (publish_date desc nulls last, report_id)
  include (account_id, readers, svc_entity_id, report_type_id, language);
drop index report_listing;
alter index report_listing_shared rename to report_listing;
create index report_of_type_shared on report (report_type_id, language, publish_date desc nulls last, report_id)
  include (account_id, readers, svc_entity_id);
drop index report_of_type_and_language;
alter index report_of_type_shared rename to report_of_type_and_language;
create index report_restricted on report (account_id, report_id) where readers is not null;

drop trigger report_revised on report;
create trigger report_revised
  after insert or delete or truncate
  or update of account_id, readers, svc_entity_id, report_type_id, publish_date, language, file_title, file_title_en
  on report for each statement execute function raise_report_revision();

-- Figures carry the readers of their report, so that a series is still read from one index.
alter table financial_figure add column readers text[];
create index financial_figure_series_shared on financial_figure (svc_entity_id, concept, frequency, fiscal_year)
  include (published, account_id, readers, point);
drop index financial_figure_series;
alter index financial_figure_series_shared rename to financial_figure_series;

create or replace function follow_report() returns trigger language plpgsql as $$
begin
  update financial_figure
  set svc_entity_id = new.svc_entity_id, account_id = new.account_id, readers = new.readers,
      published = coalesce(new.publish_date, (new.created_at at time zone 'UTC')::date)
  where report_id = new.report_id;
  return null;
end $$;
drop trigger report_figures_follow on report;
create trigger report_figures_follow after update of svc_entity_id, account_id, readers, publish_date on report
  for each row
  when ((old.svc_entity_id, old.account_id, old.readers, old.publish_date)
    is distinct from (new.svc_entity_id, new.account_id, new.readers, new.publish_date))
  execute function follow_report();

-- What a run made of reports is for those who may read all of them.
create function may_read_artifact(provenance json, account text, person text) returns boolean
language sql stable as $$
  select not exists (
    select from json_array_elements(provenance -> 'documents') document
    join report on report.report_id = document ->> 'report_id'
    where not may_read_report(report.account_id, report.readers, account, person))
$$;

-- The same for an event: about a report, or about what was made of reports.
create function may_read_event(p_event event, account text, person text) returns boolean
language sql stable as $$
  select not exists (
      select from report where report.report_id = p_event.about_report_id
        and not may_read_report(report.account_id, report.readers, account, person))
    and not exists (
      select from agent_artifact where agent_artifact.artifact_id = p_event.data ->> 'artifact_id'
        and not may_read_artifact(agent_artifact.provenance, account, person))
$$;

create or replace function webhook_sees(p_webhook webhook, p_event_no bigint) returns boolean language sql stable as $$
  select exists (
    select from event
    left join agent_builder builder on builder.builder_id = event.builder_id
    left join webhook about on about.webhook_id = event.about_webhook_id
    left join saved_search search on search.search_id = event.about_search_id
    cross join lateral (select case p_webhook.visibility when 'private' then p_webhook.owner_id end as person) reader
    where event.event_no = p_event_no and event.account_id = p_webhook.account_id
      and is_visible_to(reader.person, coalesce(builder.visibility, about.visibility, search.visibility),
        coalesce(builder.owner_id, about.owner_id, search.owner_id))
      and may_read_event(event, p_webhook.account_id, reader.person))
$$;

create function withdraw_report_deliveries() returns trigger language plpgsql as $$
begin
  delete from webhook_delivery using webhook, event
  where webhook_delivery.webhook_id = webhook.webhook_id and webhook_delivery.event_no = event.event_no
    and event.account_id = new.account_id
    and (event.about_report_id = new.report_id or event.data ->> 'artifact_id' is not null)
    and not webhook_sees(webhook, event.event_no);
  return null;
end $$;
create trigger withdraw_deliveries after update of readers on report
  for each row when (old.readers is distinct from new.readers) execute function withdraw_report_deliveries();

-- Uploads of a member who leaves go to the owner who has been there longest; the member reads nothing any more.
create function hand_over_uploads() returns trigger language plpgsql as $$
declare
  heir text;
begin
  select id into heir from member
  where account_id = new.account_id and role = 'owner' and removed_at is null and id <> new.id
  order by created_at, id limit 1;
  if heir is null then return null; end if;
  update report
  set uploaded_by = case uploaded_by when new.id then heir else uploaded_by end,
      readers = (select array_agg(distinct reader) from unnest(
        case uploaded_by when new.id then array_replace(readers, new.id, heir)
          else array_remove(readers, new.id) end) as reader)
  where account_id = new.account_id and (uploaded_by = new.id or new.id = any (readers));
  return null;
end $$;
create trigger hand_over_uploads after update of removed_at on member
  for each row when (old.removed_at is null and new.removed_at is not null) execute function hand_over_uploads();

-- An export of reports has what its requester may read.
alter table export add column requested_by text;
