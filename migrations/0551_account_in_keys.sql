-- Tables that nothing refers to have their account in the key: a distributed database keeps the rows of an account
-- together only by a column of every unique key. The id comes first, since most statements name it alone.
alter table export drop constraint export_pkey, add primary key (export_id, account_id);
alter table parse_job drop constraint parse_job_pkey, add primary key (job_id, account_id);
