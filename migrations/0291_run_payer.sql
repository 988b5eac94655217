-- A run is paid from the budget of the key that started it, or that set the schedule it was started by.
alter table agent_subscription add column key_id text;
alter table agent_run add column key_id text;

-- The public pages of a person's private builders end with the membership, since no one else can revoke them; this ends
-- those of people who were removed before that was so.
update agent_artifact set public_word = null
where public_word is not null and builder_id in (
  select builder_id from agent_builder join member on member.id = owner_id
  where visibility = 'private' and removed_at is not null);
