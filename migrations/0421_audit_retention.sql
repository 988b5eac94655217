-- The audit trail is append-only, except for the one function that forgets what is older than the operator keeps it.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('florin.forgetting_audit', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

drop trigger call_audit_append_only on call_audit;
create trigger call_audit_append_only before update or delete or truncate on call_audit
  for each statement execute function refuse_audit_change();

-- Never younger than 30 days, whatever the caller asks for: a mistake must not remove the trace of itself.
create function forget_audit(days int, rows_max int) returns int language plpgsql as $$
declare
  forgotten int;
begin
  perform set_config('florin.forgetting_audit', 'on', true);
  delete from call_audit where (account_id, at, id) in (
    select account_id, at, id from call_audit
    where at < now() - make_interval(days => greatest(days, 30)) limit rows_max);
  get diagnostics forgotten = row_count;
  perform set_config('florin.forgetting_audit', '', true);
  return forgotten;
end $$;
