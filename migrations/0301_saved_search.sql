-- A search that is run on every new report and article.
create table saved_search (
  search_id text collate "C" primary key,
  account_id text collate "C" not null references account,
  owner_id text not null,
  visibility text not null check (visibility in ('private', 'shared')),
  name text not null check (length(name) between 1 and 200),
  query text not null check (length(query) between 1 and 500),
  filters jsonb not null default '{}',
  include_news boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint saved_search_private_to_a_person check (visibility = 'shared' or owner_id <> account_id)
);
create index saved_search_of_account on saved_search (account_id, search_id);

-- An event is about a builder, a webhook or a saved search. One about a report or an article goes with it.
alter table event
  add column about_search_id text collate "C" references saved_search on delete cascade,
  add column about_report_id text collate "C" references report on delete cascade,
  add column about_article_id text collate "C" references article (article_id) on delete cascade;
create index event_about_search on event (about_search_id, event_no) where about_search_id is not null;
create index event_about_report on event (about_report_id) where about_report_id is not null;
create index event_about_article on event (about_article_id) where about_article_id is not null;

create or replace function webhook_sees(p_webhook webhook, p_event_no bigint) returns boolean language sql stable as $$
  select exists (
    select from event
    left join agent_builder builder on builder.builder_id = event.builder_id
    left join webhook about on about.webhook_id = event.about_webhook_id
    left join saved_search search on search.search_id = event.about_search_id
    where event.event_no = p_event_no and event.account_id = p_webhook.account_id
      and is_visible_to(case p_webhook.visibility when 'private' then p_webhook.owner_id end,
        coalesce(builder.visibility, about.visibility, search.visibility),
        coalesce(builder.owner_id, about.owner_id, search.owner_id)))
$$;

create or replace function withdraw_deliveries() returns trigger language plpgsql as $$
begin
  delete from webhook_delivery using webhook, event
  where webhook_delivery.webhook_id = webhook.webhook_id and webhook_delivery.event_no = event.event_no
    and (webhook.webhook_id = to_jsonb(new) ->> 'webhook_id' or event.about_webhook_id = to_jsonb(new) ->> 'webhook_id'
      or event.builder_id = to_jsonb(new) ->> 'builder_id' or event.about_search_id = to_jsonb(new) ->> 'search_id')
    and not webhook_sees(webhook, event.event_no);
  return null;
end $$;
create trigger withdraw_deliveries after update of visibility on saved_search
  for each row when (old.visibility <> new.visibility) execute function withdraw_deliveries();

-- New articles that saved searches have not seen, written by the transaction that adds the articles.
create table unsearched_article (
  article_id text collate "C" primary key references article (article_id) on delete cascade,
  added_at timestamptz not null default clock_timestamp()
);
create function queue_articles() returns trigger language plpgsql as $$
begin
  insert into unsearched_article (article_id)
  select article_id from added where exists (select from saved_search where include_news and active);
  return null;
end $$;
create trigger article_queued after insert on article referencing new table as added
  for each statement execute function queue_articles();
