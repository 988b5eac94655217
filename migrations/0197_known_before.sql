-- What was known of share counts and currency rates before a source corrected them.
create table share_count_past (
  like share_count including defaults including constraints,
  known_to timestamptz not null,
  primary key (svc_entity_id, date, source, known_from),
  foreign key (svc_entity_id) references company (svc_entity_id) on delete cascade
);
create table currency_rate_past (
  like currency_rate including defaults including constraints,
  known_to timestamptz not null,
  primary key (currency, date, source, known_from)
);

-- Whoever corrects a row keeps its older form; a correction within one transaction was never known to anybody.
create function keep_known_before() returns trigger language plpgsql as $$
begin
  if old.known_from < new.known_from then
    execute format('insert into %I select ($1).*, $2', tg_table_name || '_past') using old, new.known_from;
  end if;
  return null;
end $$;

create trigger share_count_corrected after update on share_count
  for each row execute function keep_known_before();
create trigger currency_rate_corrected after update on currency_rate
  for each row execute function keep_known_before();
