-- A job may record a file in a row of the account between the reading of its files and its erasure. The rows are locked
-- first: what is recorded before is found, and what comes later finds no row and removes its file.
create or replace function files_of_account(target text) returns setof text language plpgsql volatile as $$
declare
  source record;
begin
  for source in
    select o.name, o.condition, array_agg(format('%I', c.column_name)) as files
    from (select * from owned_tables(array['account_id']) union all
          select * from dependent_tables(array['account_id'])) o
    join information_schema.columns c on c.table_schema = 'public' and c.table_name = o.name
    where c.column_name ~ '_sha256$' and c.data_type = 'text'
    group by o.name, o.condition order by o.name
  loop
    return query execute format(
      'with locked as materialized (select %1$s from %2$I where %3$s for update)
       select file from locked, unnest(array[%1$s]) as file where file is not null',
      array_to_string(source.files, ', '), source.name, source.condition) using target;
  end loop;
end $$;
