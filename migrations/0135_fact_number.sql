-- Exports read the figures in the order of this number, page by page.
alter table fact add column fact_no bigint generated always as identity primary key;
