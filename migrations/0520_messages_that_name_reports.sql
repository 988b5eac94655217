-- An answer in a thread may name a report without quoting it: one that was asked and has no answer. It is erased with
-- that report too, like an answer that quotes it.
create function names_report(shown text, title text) returns boolean language sql immutable as $$
  select position(substr(to_json(title)::text, 2, length(to_json(title)::text) - 2) in shown) > 0
$$;
update chat_message_report link set quoted = true
from chat_message message, report
where not link.quoted and message.thread_id = link.thread_id and message.message_no = link.message_no
  and report.report_id = link.report_id
  and (names_report(message.reply::text, report.file_title) or names_report(message.reply::text, report.file_title_en));
