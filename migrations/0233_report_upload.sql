-- Under which payment an account uploaded a report: the ledger tells whether it was paid for, so a report that never was
-- is paid for by the next upload of the same file, and one that cannot be read is refunded.
create table report_upload (
  report_id text collate "C" primary key references report on delete cascade,
  account_id text not null references account,
  payment_id text not null
);

-- The payment under which a parsed file was delivered: asking again is free as long as it is not given back.
alter table parse_job add column delivered_payment text;
