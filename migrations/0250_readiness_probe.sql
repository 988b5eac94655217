-- Always empty: a node that says it is ready has just written a row here and removed it again.
create table readiness_probe (filler text not null);
-- Uncompressed and in the row itself, so that each probe needs a page of its own, as new entries of the ledger do.
alter table readiness_probe alter column filler set storage plain;
