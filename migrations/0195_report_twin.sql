-- The PDF printed from a report filed as HTML, or why there is none, and when it was last tried.
alter table report
  add column twin_sha256 text check (twin_sha256 ~ '^[0-9a-f]{64}$'),
  add column twin_reason text,
  add column twin_tried_at timestamptz;

create index report_untwinned on report (created_at) where content_type = 'text/html' and twin_sha256 is null;
