-- An export has exactly what its reader may read: for an owner neither the private builders, threads, searches, lists and
-- webhooks of other members with what belongs to them, nor the devices of others, nor the runs, parsed files and exports
-- that other operations keep from the owner. Of a report that is kept from them it has what `reports.sharing` shows.

-- Which rows of a table a viewer sees; $4 is their account, $5 the person, `t` the row.
create function visible_rows(p_table text) returns text language sql stable as $$
  with shape as (
    select a.attname::text as name from pg_attribute a
    where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped),
  -- What leads to something private is as private.
  parent as (
    select format('(t.%I is null or exists (select from %I p where p.%I = t.%I
        and is_visible_to($5, p.visibility, p.owner_id)))', a.attname, parent.relname, b.attname, a.attname) as condition
    from pg_constraint f
    join pg_class parent on parent.oid = f.confrelid
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[1]
    where f.contype = 'f' and array_length(f.conkey, 1) = 1
      and f.conrelid = format('public.%I', p_table)::regclass
      and 2 = (select count(*) from pg_attribute o where o.attrelid = f.confrelid and o.attname in ('visibility', 'owner_id'))),
  own as (
    select case p_table
      when 'agent_run' then 'may_read_run(t, $4, $5)'
      when 'parse_job' then '(t.requested_by = $5
        or not exists (select from report r where r.account_id = t.account_id and r.file_sha256 = t.file_sha256)
        or exists (select from report r where r.account_id = t.account_id and r.file_sha256 = t.file_sha256
          and may_read_report(r.account_id, r.readers, $4, $5)))'
      when 'export' then '(t.dataset <> ''reports'' or t.requested_by is not distinct from $5)'
      when 'table_link' then 'exists (select from api_key k where k.id = t.key_id and k.created_by is not distinct from $5)'
    end as condition
    union all select 'is_visible_to($5, t.visibility, t.owner_id)'
      where 2 = (select count(*) from shape where name in ('visibility', 'owner_id'))
    union all select 't.member_id = $5' where exists (select from shape where name = 'member_id')
    union all select condition from parent)
  select coalesce(string_agg(condition, ' and '), 'true') from own
$$;

create or replace function export_rows(owner text, columns text[], rows_max int, viewer_account text, viewer_person text)
returns table (name text, rows jsonb) language plpgsql stable as $$
declare
  source record;
  hidden text[];
  latest text;
  readable text;
  content text[];
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
    content := case source.name
      when 'report' then array(
        select c.column_name::text from information_schema.columns c
        where c.table_schema = 'public' and c.table_name = 'report' and c.column_name not in
          ('report_id', 'account_id', 'uploaded_by', 'readers', 'file_title', 'created_at', 'sharing_changed_at'))
      when 'chat_thread' then array['scope']
      else array['answer', 'reply', 'extract_json', 'evidence', 'difference', 'provenance', 'public_word', 'data'] end;
    readable := case source.name
      when 'report' then 'may_read_report(t.account_id, t.readers, $4, $5)'
      when 'chat_thread' then 'not exists (
        select from chat_message_report quoted join report using (report_id)
        where quoted.thread_id = t.thread_id and not may_read_report(report.account_id, report.readers, $4, $5))'
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
        from %I t where (%s) and ($4 is null or %s) order by %I desc limit $3) r',
      readable, source.name, source.condition, visible_rows(source.name), latest) into rows
    using owner, hidden, rows_max, viewer_account, viewer_person, content;
    if rows is not null then return next; end if;
  end loop;
end $$;
