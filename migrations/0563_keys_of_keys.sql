-- A key may create keys, within its own limits; they are revoked with it.
alter table api_key add column created_by_key text;
comment on column api_key.created_by_key is 'The key that created it; null for keys of people and of the command line.';
