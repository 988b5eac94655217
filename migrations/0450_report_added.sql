-- The latest additions first, also among an account's own uploads.
create index report_added on report (created_at desc, report_id);
