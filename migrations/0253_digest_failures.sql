-- A reading that ran out of time or broke down is tried once more before the report counts as failed.
alter table report add column digest_failures integer not null default 0;
