-- Since when every attempt has failed; null after one that was answered.
alter table webhook add column failing_since timestamptz;
-- Set when the service switched it off, not the account.
alter table webhook add column disabled_at timestamptz;
alter table webhook add column disabled_reason text;
-- The next delivery of one endpoint is found without looking through those of all others.
create index webhook_delivery_due_of on webhook_delivery (webhook_id, next_attempt_at) where state = 'waiting';
drop index webhook_delivery_due;
