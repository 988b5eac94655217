-- Splits and dividends are exported too.
alter table export drop constraint export_dataset_check;
alter table export add constraint export_dataset_check
  check (dataset in ('companies', 'reports', 'prices', 'corporate_actions', 'facts'));
