-- Who sees a builder, and everything it leads to: its owner alone, or everybody of its account. Other statements ask
-- this function, so that the rule is written once. `person` is null for a key that no person made.
create function is_visible_to(person text, visibility text, owner_id text) returns boolean
language sql immutable as $$ select visibility = 'shared' or coalesce(owner_id = person, false) $$;

alter table agent_builder add column visibility text check (visibility in ('private', 'shared'));
update agent_builder set visibility = case when owner_id = account_id then 'shared' else 'private' end;
alter table agent_builder
  alter column visibility set not null,
  add constraint agent_builder_private_to_a_person check (visibility = 'shared' or owner_id <> account_id);

-- Until now a webhook belonged to nobody in particular; those that exist are everybody's.
alter table webhook
  add column owner_id text,
  add column visibility text check (visibility in ('private', 'shared'));
update webhook set owner_id = account_id, visibility = 'shared';
alter table webhook
  alter column owner_id set not null,
  alter column visibility set not null,
  add constraint webhook_private_to_a_person check (visibility = 'shared' or owner_id <> account_id);

-- An event is about a builder or about a webhook.
alter table event add column about_webhook_id text collate "C" references webhook on delete cascade;
update event set about_webhook_id = webhook.webhook_id
from webhook where event.builder_id is null and webhook.webhook_id = event.data ->> 'webhook_id';

-- A webhook sees what its owner sees; a shared one sees what is shared.
create function webhook_sees(p_webhook webhook, p_event_no bigint) returns boolean language sql stable as $$
  select exists (
    select from event
    left join agent_builder builder on builder.builder_id = event.builder_id
    left join webhook about on about.webhook_id = event.about_webhook_id
    where event.event_no = p_event_no and event.account_id = p_webhook.account_id
      and is_visible_to(case p_webhook.visibility when 'private' then p_webhook.owner_id end,
        coalesce(builder.visibility, about.visibility), coalesce(builder.owner_id, about.owner_id)))
$$;

-- What a webhook may not see any more is neither delivered nor repeated.
create function withdraw_deliveries() returns trigger language plpgsql as $$
begin
  delete from webhook_delivery using webhook, event
  where webhook_delivery.webhook_id = webhook.webhook_id and webhook_delivery.event_no = event.event_no
    and (webhook.webhook_id = to_jsonb(new) ->> 'webhook_id' or event.about_webhook_id = to_jsonb(new) ->> 'webhook_id'
      or event.builder_id = to_jsonb(new) ->> 'builder_id')
    and not webhook_sees(webhook, event.event_no);
  return null;
end $$;
create trigger withdraw_deliveries after update of visibility on agent_builder
  for each row when (old.visibility <> new.visibility) execute function withdraw_deliveries();
create trigger withdraw_deliveries after update of visibility on webhook
  for each row when (old.visibility <> new.visibility) execute function withdraw_deliveries();
