-- Why the newest load by this schedule failed: a source with several locations has one newest load, and a good one must
-- not hide the others.
alter table ingest_schedule add column reason text;
