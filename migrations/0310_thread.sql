-- A conversation with the general chat. Who sees it follows the rule of builders: its owner, or the account.
create table chat_thread (
  thread_id text collate "C" primary key,
  account_id text not null,
  owner_id text not null,
  visibility text not null check (visibility in ('private', 'shared')),
  title text not null check (length(title) between 1 and 200),
  -- What the next question may leave out: companies, figure, period and report.
  scope jsonb,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint chat_thread_private_to_a_person check (visibility = 'shared' or owner_id <> account_id)
);
create index chat_thread_newest on chat_thread (account_id, updated_at desc);

-- A question and its answer, with claims, sources and steps as they were given.
create table chat_message (
  thread_id text collate "C" not null references chat_thread on delete cascade,
  message_no int not null check (message_no > 0),
  message_id text collate "C" not null unique,
  question text not null,
  answer text not null,
  reply jsonb not null,
  asked_at timestamptz not null default clock_timestamp(),
  primary key (thread_id, message_no)
);

-- The reports an answer was read from.
create table chat_message_report (
  thread_id text collate "C" not null,
  message_no int not null,
  report_id text collate "C" not null references report on delete cascade,
  primary key (thread_id, message_no, report_id),
  foreign key (thread_id, message_no) references chat_message on delete cascade
);
create index chat_message_report_of on chat_message_report (report_id);

-- What was read from a report goes with it, here as everywhere: the answer, its claims and its sources.
create function erase_chat_answer() returns trigger language plpgsql as $$
begin
  update chat_message
  set answer = 'The report this answer was read from was deleted.',
      reply = reply || jsonb_build_object('answer', 'The report this answer was read from was deleted.',
        'spans', '[]'::jsonb, 'claims', '[]'::jsonb, 'record_claims', '[]'::jsonb, 'sources', '[]'::jsonb,
        'steps', '[]'::jsonb, 'outcome', 'not_found')
  where thread_id = old.thread_id and message_no = old.message_no;
  update chat_thread set scope = scope || '{"report_id": null}'
  where thread_id = old.thread_id and scope ->> 'report_id' = old.report_id;
  return null;
end $$;
create trigger erase_chat_answer after delete on chat_message_report
  for each row execute function erase_chat_answer();
