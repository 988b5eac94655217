-- The payments that claimed an upload and have not been confirmed: one of them pays for the report. When none does, the
-- report is deleted. Uploads of earlier versions have none.
alter table report_upload add column unsettled text[] not null default '{}';
create index report_upload_unsettled on report_upload (report_id) where unsettled <> '{}';
