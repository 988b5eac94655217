-- What an account or a person has stored can be exported, and an account can be erased. Tables are found by their
-- columns, so that a table of a later version is not forgotten.
alter table account add column erased_at timestamptz;

-- Kept when an account is erased: amounts and calls without content, so that the ledger can still be verified.
create view kept_table as select unnest(array['credit_entry', 'credit_balance', 'credit_hold', 'call_audit']) as name;

-- The rows of an account, or of one of its people: which tables, and by which condition ($1 is the id).
create function owned_tables(columns text[]) returns table (name text, condition text) language sql stable as $$
  select c.table_name::text, string_agg(format('%I = $1', c.column_name), ' or ')
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = any (columns)
  group by 1 $$;

-- Rows that belong to owned ones and do not name the owner themselves, such as the messages of a thread.
create function dependent_tables(columns text[]) returns table (name text, condition text) language sql stable as $$
  select distinct on (child.relname) child.relname::text,
    format('%I in (select %I from %I where %s)', a.attname, b.attname, owned.name, owned.condition)
  from pg_constraint f
  join pg_class child on child.oid = f.conrelid
  join pg_class parent on parent.oid = f.confrelid
  join owned_tables(columns) owned on owned.name = parent.relname
  join pg_attribute a on a.attrelid = child.oid and a.attnum = f.conkey[1]
  join pg_attribute b on b.attrelid = parent.oid and b.attnum = f.confkey[1]
  where f.contype = 'f' and array_length(f.conkey, 1) = 1
    and parent.relname not in ('report', 'event', 'api_key', 'account')
    and child.relname not in (select o.name from owned_tables(columns) o)
  order by child.relname, parent.relname $$;

-- Secrets, stored answers and what is computed from files are left out; of long tables the latest rows are given.
create function export_rows(owner text, columns text[], rows_max int)
returns table (name text, rows jsonb) language plpgsql stable as $$
declare
  source record;
  hidden text[];
  latest text;
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
    name := source.name;
    execute format(
      'select jsonb_agg(row) from (select to_jsonb(t) - $2 as row from %I t where %s order by %I desc limit $3) r',
      source.name, source.condition, latest) into rows using owner, hidden, rows_max;
    if rows is not null then return next; end if;
  end loop;
end $$;

-- Every file that rows of the account name; whether others use it too is for the caller to ask, by files_in_use.
create function files_of_account(target text) returns setof text language plpgsql stable as $$
declare
  source record;
begin
  for source in
    select o.condition, c.table_name, c.column_name
    from (select * from owned_tables(array['account_id']) union all
          select * from dependent_tables(array['account_id'])) o
    join information_schema.columns c on c.table_schema = 'public' and c.table_name = o.name
    where c.column_name ~ '_sha256$' and c.data_type = 'text'
  loop
    return query execute format('select %I from %I where (%s) and %I is not null',
      source.column_name, source.table_name, source.condition, source.column_name) using target;
  end loop;
end $$;

create function files_in_use(hashes text[]) returns setof text language plpgsql stable as $$
declare
  source record;
begin
  for source in
    select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.column_name ~ '_sha256$' and c.data_type = 'text'
  loop
    return query execute format('select %1$I from %2$I where %1$I = any ($1)', source.column_name, source.table_name)
      using hashes;
  end loop;
end $$;

-- Deletes everything of the account but the kept tables, and its name.
create function erase_account(target text) returns void language plpgsql as $$
declare
  source record;
begin
  for source in select t.name, c.column_name from owned_tables(array['member_id']) t
    join information_schema.columns c on c.table_name = t.name and c.column_name = 'member_id'
  loop
    execute format('delete from %I where member_id in (select id from member where account_id = $1)', source.name)
      using target;
  end loop;
  delete from credit_key_budget where key_id in (select id from api_key where account_id = target);
  -- People last: others refer to them.
  for source in select * from owned_tables(array['account_id']) o
    where o.name not in (select k.name from kept_table k) order by o.name = 'member'
  loop
    execute format('delete from %I where %s', source.name, source.condition) using target;
  end loop;
  update account set name = 'Deleted account', erased_at = now(), language_model = false where id = target;
end $$;
