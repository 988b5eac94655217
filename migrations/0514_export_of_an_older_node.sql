-- During a rolling upgrade a node of the previous version still exports without naming a viewer: it gets what the owner
-- of the rows may read and, for an account, what all of its members may.
create function export_rows(owner text, columns text[], rows_max int)
returns table (name text, rows jsonb) language sql stable as $$
  select name, rows from export_rows(owner, columns, rows_max,
    coalesce((select account_id from member where id = owner), owner), (select id from member where id = owner))
$$;
