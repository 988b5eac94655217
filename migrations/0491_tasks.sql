-- Long work that a caller started is listed for that caller: the person or, without one, the key.
alter table parse_job
  add column requested_by text,
  add column updated_at timestamptz not null default now(),
  drop constraint parse_job_state_check,
  add constraint parse_job_state_check
    check (state in ('waiting', 'fetching', 'reading', 'ready', 'failed', 'cancelled'));
create index parse_job_of_caller on parse_job (account_id, requested_by, created_at desc);
drop index parse_job_unfinished;
create index parse_job_unfinished on parse_job (created_at) where state not in ('ready', 'failed', 'cancelled');
alter table agent_run add column requested_by text;
create index agent_run_of_caller on agent_run (account_id, requested_by, created_at desc);
