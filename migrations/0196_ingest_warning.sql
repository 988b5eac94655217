-- Lines that were taken as they are and look wrong all the same.
alter table ingest_run add column warned bigint not null default 0;
alter table ingest_rejection add column taken boolean not null default false;
