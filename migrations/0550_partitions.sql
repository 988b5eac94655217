-- The tables that grow with every report and every filing are divided by hash, as passages and prices already are. Each
-- has the key that its readers name, so that a statement reads one part, or a few.
create function divide_table(whole text, key text, parts int) returns void language plpgsql as $$
begin
  execute format('create table divided (like %I including defaults including constraints including storage)
                  partition by hash (%I)', whole, key);
  for part in 0 .. parts - 1 loop
    execute format('create table %I partition of divided for values with (modulus %s, remainder %s)',
      format('%s_%s', whole, part), parts, part);
  end loop;
  execute format('insert into divided select * from %I', whole);
  execute format('drop table %I', whole);
  execute format('alter table divided rename to %I', whole);
end $$;

select divide_table('claim', 'claim_id', 8);
alter table claim add primary key (claim_id);
create index claim_report on claim (report_id);
alter table claim add foreign key (report_id) references report on delete cascade;

select divide_table('report_chunk', 'report_id', 8);
alter table report_chunk add primary key (report_id, chunk_index);
alter table report_chunk add foreign key (report_id) references report on delete cascade;

-- Before PostgreSQL 17 a part cannot have an identity column, so a sequence of its own numbers the facts. It continues
-- where the old one was: exports that are running remember the number they reached.
create sequence fact_number;
select setval('fact_number', last_value, is_called) from fact_fact_no_seq;
select divide_table('fact', 'svc_entity_id', 16);
alter table fact alter column fact_no set default nextval('fact_number');
alter sequence fact_number owned by fact.fact_no;
alter table fact add primary key (fact_no, svc_entity_id);
alter table fact add unique nulls not distinct
  (svc_entity_id, concept, taxonomy, unit, period_end, period_start, accession);
alter table fact add foreign key (svc_entity_id) references company (svc_entity_id) on delete cascade;

drop function divide_table(text, text, int);

-- A part is not a table of its own for whoever exports or erases an account: it would be read twice.
create function is_part(table_schema text, table_name text) returns boolean language sql stable as $$
  select coalesce((
    select c.relispartition from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where s.nspname = table_schema and c.relname = table_name), false) $$;

create or replace function owned_tables(columns text[]) returns table (name text, condition text)
language sql stable as $$
  select c.table_name::text, string_agg(format('%I = $1', c.column_name), ' or ')
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = any (columns)
    and not is_part(c.table_schema, c.table_name)
  group by 1 $$;

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
  where f.contype = 'f' and array_length(f.conkey, 1) = 1 and not child.relispartition
    and parent.relname not in ('report', 'event', 'api_key', 'account')
    and child.relname not in (select o.name from owned_tables(columns) o)
  order by child.relname, parent.relname $$;

create or replace function files_in_use(hashes text[]) returns setof text language plpgsql stable as $$
declare
  source record;
begin
  for source in
    select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and not is_part(c.table_schema, c.table_name)
      and c.column_name ~ '_sha256$' and c.data_type = 'text'
  loop
    return query execute format('select %1$I from %2$I where %1$I = any ($1)', source.column_name, source.table_name)
      using hashes;
  end loop;
end $$;
