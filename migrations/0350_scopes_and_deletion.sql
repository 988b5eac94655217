-- A webhook is sent what the credential that chose its URL may read.
alter table webhook add column may_read text[] not null default '{reports:read,news:read}';
alter table webhook alter column may_read drop default;

-- An answer is erased with its report, also when the report was deleted before the answer was stored.
create function erase_chat_message(p_thread_id text, p_message_no int) returns void language sql as $$
  update chat_message
  set answer = 'The report this answer was read from was deleted.',
      reply = reply || jsonb_build_object('answer', 'The report this answer was read from was deleted.',
        'spans', '[]'::jsonb, 'claims', '[]'::jsonb, 'record_claims', '[]'::jsonb, 'sources', '[]'::jsonb,
        'steps', '[]'::jsonb, 'outcome', 'not_found')
  where thread_id = p_thread_id and message_no = p_message_no
$$;
create or replace function erase_chat_answer() returns trigger language plpgsql as $$
begin
  perform erase_chat_message(old.thread_id, old.message_no);
  update chat_thread set scope = scope || '{"report_id": null}'
  where thread_id = old.thread_id and scope ->> 'report_id' = old.report_id;
  return null;
end $$;
