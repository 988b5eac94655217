-- Keys, private builders and private webhooks end with the membership of the person who made them; this ends those of
-- people who were removed before that was so.
update api_key set revoked_at = now()
where revoked_at is null and created_by in (select id from member where removed_at is not null);

with stopped as (
  update agent_builder set active = false, updated_at = clock_timestamp()
  where visibility = 'private' and active and owner_id in (select id from member where removed_at is not null)
  returning builder_id)
update agent_subscription set next_due_at = null where builder_id in (select builder_id from stopped);
