-- An answer in a thread may depend on reports that it does not quote, such as the number of companies in a ranking. Those
-- decide who may read the answer too; only when a quoted one is deleted, the answer is erased.
alter table chat_message_report add column quoted boolean not null default true;
create or replace function erase_chat_answer() returns trigger language plpgsql as $$
begin
  if old.quoted then perform erase_chat_message(old.thread_id, old.message_no); end if;
  update chat_thread set scope = scope || '{"report_id": null}'
  where thread_id = old.thread_id and scope ->> 'report_id' = old.report_id;
  return null;
end $$;

-- Suggestions are made when a thread is read, for its reader; stored ones may come from a report that is kept from them.
update chat_message set reply = reply || '{"follow_ups": []}' where reply -> 'follow_ups' <> '[]';
