-- A sentence can be claimed as well as a number: then there is a place and a quote, and no value.
alter table claim alter column value drop not null;
