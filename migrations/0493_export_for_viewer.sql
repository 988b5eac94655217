-- An export has what its reader may read. Of what was made of a report that is kept from them it has the row without its
-- content: an answer in a thread, a result of a builder, an event.
drop function export_rows(text, text[], int);
-- Without an account as the viewer everything, for the operator. See 0460 for the tables.
create function export_rows(owner text, columns text[], rows_max int, viewer_account text, viewer_person text)
returns table (name text, rows jsonb) language plpgsql stable as $$
declare
  source record;
  hidden text[];
  latest text;
  readable text;
begin
  for source in
    select * from owned_tables(columns) union all select * from dependent_tables(columns)
    union all select 'account', 'id = $1' where 'account_id' = any (columns)
    union all select 'member', 'id = $1' where 'member_id' = any (columns)
  loop
    continue when source.name in ('idempotent_call', 'kept_answer', 'passkey_challenge', 'sign_in_ticket',
      'member_link', 'member_recovery_code', 'financial_figure', 'report_upload', 'oauth_record', 'credit_hold');
    select coalesce(array_agg(c.column_name::text), '{}') into hidden from information_schema.columns c
    where c.table_schema = 'public' and c.table_name = source.name
      and (c.column_name ~ '(^|_)(hash|secret|old_secret|password|public_key|vector|token)($|_)'
           or c.data_type in ('bytea', 'tsvector'));
    select coalesce(min(c.column_name::text), 'ctid') into latest from information_schema.columns c
    where c.table_schema = 'public' and c.table_name = source.name and c.column_name in ('at', 'created_at');
    readable := case source.name
      when 'chat_message' then 'not exists (
        select from chat_message_report quoted join report using (report_id)
        where quoted.thread_id = t.thread_id and quoted.message_no = t.message_no
          and not may_read_report(report.account_id, report.readers, $4, $5))'
      when 'agent_artifact' then 'may_read_artifact(t.provenance, $4, $5)'
      when 'event' then 'may_read_event(t, $4, $5)'
      else 'true' end;
    name := source.name;
    execute format(
      'select jsonb_agg(row) from (
        select to_jsonb(t) - $2 - case when $4 is null or %s then ''{}'' else $6 end as row
        from %I t where %s order by %I desc limit $3) r',
      readable, source.name, source.condition, latest) into rows
    using owner, hidden, rows_max, viewer_account, viewer_person,
      array['answer', 'reply', 'extract_json', 'evidence', 'difference', 'provenance', 'public_word', 'data'];
    if rows is not null then return next; end if;
  end loop;
end $$;
