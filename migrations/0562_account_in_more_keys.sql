-- The rows of an account can be kept together in a distributed database only by a column of every unique key, and rows
-- that refer to each other only by a reference that names the account too. The id stays first: most statements name it
-- alone.

-- Adds the account to every unique key of a table and to all references to it; whoever refers to it gets the column.
create function key_by_account(parent regclass) returns void language plpgsql as $$
declare
  reference record;
  key record;
  restored text[] := '{}';
  statement text;
begin
  for reference in
    select f.conname, f.conrelid::regclass as child, f.confdeltype as deletion, names.own, names.other, names.same
    from pg_constraint f, lateral (
      select array_agg(quote_ident(a.attname) order by n) as own, array_agg(quote_ident(b.attname) order by n) as other,
        string_agg(format('child.%I = parent.%I', a.attname, b.attname), ' and ') as same
      from unnest(f.conkey, f.confkey) with ordinality as pair (own_no, other_no, n)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = own_no
      join pg_attribute b on b.attrelid = f.confrelid and b.attnum = other_no) as names
    where f.contype = 'f' and f.confrelid = parent
  loop
    execute format('alter table %s drop constraint %I', reference.child, reference.conname);
    if not exists (select from pg_attribute where attrelid = reference.child and attname = 'account_id') then
      execute format('alter table %s add column account_id text', reference.child);
      execute format('update %s child set account_id = parent.account_id from %s parent where %s',
        reference.child, parent, reference.same);
      execute format('alter table %s alter column account_id set not null', reference.child);
      execute format('create index on %s (account_id)', reference.child);
    end if;
    restored := restored || format('alter table %s add foreign key (%s, account_id) references %s (%s, account_id) %s',
      reference.child, array_to_string(reference.own, ', '), parent, array_to_string(reference.other, ', '),
      case reference.deletion when 'c' then 'on delete cascade'
        when 'n' then format('on delete set null (%s)', array_to_string(reference.own, ', ')) else '' end);
  end loop;
  for key in
    select c.conname, c.contype, string_agg(quote_ident(a.attname), ', ' order by n) as columns
    from pg_constraint c, unnest(c.conkey) with ordinality as one (no, n)
    join pg_attribute a on a.attnum = one.no
    where c.conrelid = parent and c.contype in ('p', 'u') and a.attrelid = parent
    group by c.oid, c.conname, c.contype having not bool_or(a.attname = 'account_id')
  loop
    execute format('alter table %s drop constraint %I, add constraint %I %s (%s, account_id)', parent, key.conname,
      key.conname, case key.contype when 'p' then 'primary key' else 'unique' end, key.columns);
  end loop;
  foreach statement in array restored loop
    execute statement;
  end loop;
end $$;

-- What belongs to something is exported and erased with it, and what leads to something private is private, by a
-- reference to its id: also by one that names the account.
create function is_reference_by_id(reference pg_constraint) returns boolean language sql stable as $$
  select reference.contype = 'f' and (array_length(reference.conkey, 1) = 1 or array_length(reference.conkey, 1) = 2
    and exists (
      select from pg_attribute a
      where a.attrelid = reference.conrelid and a.attnum = reference.conkey[2] and a.attname = 'account_id')) $$;

create or replace function dependent_tables(columns text[]) returns table (name text, condition text)
language sql stable as $$
  select distinct on (child.relname) child.relname::text,
    format('%I in (select %I from %I where %s)', a.attname, b.attname, owned.name, owned.condition)
  from pg_constraint f
  join pg_class child on child.oid = f.conrelid
  join pg_class parent on parent.oid = f.confrelid
  join owned_tables(columns) owned on owned.name = parent.relname
  join pg_attribute a on a.attrelid = child.oid and a.attnum = f.conkey[1]
  join pg_attribute b on b.attrelid = parent.oid and b.attnum = f.confkey[1]
  where is_reference_by_id(f) and not child.relispartition
    and parent.relname not in ('report', 'event', 'api_key', 'account')
    and child.relname not in (select o.name from owned_tables(columns) o)
  order by child.relname, parent.relname $$;

create or replace function visible_rows(p_table text) returns text language sql stable as $$
  with shape as (
    select a.attname::text as name from pg_attribute a
    where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped),
  parent as (
    select format('(t.%I is null or exists (select from %I p where p.%I = t.%I
        and is_visible_to($5, p.visibility, p.owner_id)))', a.attname, parent.relname, b.attname, a.attname) as condition
    from pg_constraint f
    join pg_class parent on parent.oid = f.confrelid
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[1]
    where is_reference_by_id(f) and f.conrelid = format('public.%I', p_table)::regclass
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

select key_by_account('agent_builder'), key_by_account('agent_subscription'), key_by_account('agent_run'),
  key_by_account('agent_builder_company'), key_by_account('watchlist'), key_by_account('watchlist_company'),
  key_by_account('saved_search'), key_by_account('webhook'), key_by_account('event'),
  key_by_account('webhook_delivery'), key_by_account('kept_answer'), key_by_account('credit_hold');
drop function key_by_account(regclass);

-- A call is of one account, so that it is posted once by this key as it was by the shorter one.
create unique index credit_entry_of_call on credit_entry (call_id, kind, account_id);
drop index credit_entry_once;
alter index credit_entry_of_call rename to credit_entry_once;
