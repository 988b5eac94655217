import type { Sql } from "../../platform/db/index.ts";
import { type Ownership, type Viewer, visibleTo } from "../agents/index.ts";
import type { ChatReply, ChatScope } from "../answers/index.ts";
import { readableBy } from "../reports/index.ts";

export interface ThreadRow extends Ownership {
  thread_id: string;
  title: string;
  scope: ChatScope | null;
  created_at: string;
  updated_at: string;
  messages: number;
}

export interface MessageRow {
  message_id: string;
  message_no: number;
  question: string;
  reply: ChatReply;
  asked_at: string;
  /** Whether the viewer may read every report that the answer shows something of. */
  is_readable: boolean;
}

/** For a condition on `chat_message message`: none of its reports is kept from the viewer. */
const readable = (sql: Sql, viewer: Viewer) => sql`not exists (
  select from chat_message_report quoted join report using (report_id)
  where quoted.thread_id = message.thread_id and quoted.message_no = message.message_no
    and not ${readableBy(sql, viewer)})`;

/** What the conversation is about came from its answers: it is kept from those who may not read one of them. */
const columns = (sql: Sql, viewer: Viewer) => sql`
  thread_id, account_id, owner_id, visibility, title, created_at, updated_at,
  case when exists (
      select from chat_message message where message.thread_id = thread.thread_id and not ${readable(sql, viewer)})
    then null else scope end as scope,
  (select count(*)::int from chat_message where chat_message.thread_id = thread.thread_id) as messages`;

export async function insertThread(
  sql: Sql,
  thread: Ownership & Pick<ThreadRow, "thread_id" | "title">,
): Promise<void> {
  await sql`
    insert into chat_thread (thread_id, account_id, owner_id, visibility, title)
    values (${thread.thread_id}, ${thread.account_id}, ${thread.owner_id}, ${thread.visibility}, ${thread.title})`;
}

export async function countThreads(sql: Sql, { account_id, owner_id }: Ownership): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from chat_thread where account_id = ${account_id} and owner_id = ${owner_id}`;
  return row?.count ?? 0;
}

export async function findThread(sql: Sql, viewer: Viewer, threadId: string): Promise<ThreadRow | undefined> {
  const [row] = await sql<ThreadRow>`
    select ${columns(sql, viewer)} from chat_thread thread
    where thread_id = ${threadId} and ${visibleTo(sql, viewer)}`;
  return row;
}

export interface ThreadQuery {
  includeShared: boolean;
  /** Words of the title, a question or an answer, as they are written there. */
  query: string | null;
  /** Whether the viewer may read every answer: what is found shows what is there. */
  inAnswers: boolean;
  limit: number;
  offset: number;
}

/** The person's own threads, the latest first; with `includeShared` also those shared in the account. */
export async function listThreads(
  sql: Sql,
  viewer: Viewer,
  { includeShared, query, inAnswers, limit, offset }: ThreadQuery,
): Promise<ThreadRow[]> {
  const { userId } = viewer;
  return sql<ThreadRow>`
    select ${columns(sql, viewer)} from chat_thread thread
    where ${visibleTo(sql, viewer)}
      ${userId === null || includeShared ? sql`` : sql`and owner_id = ${userId}`}
      ${
        query === null
          ? sql``
          : sql`and (strpos(lower(title), lower(${query})) > 0 or exists (
              select from chat_message message where message.thread_id = thread.thread_id
                and (strpos(lower(message.question), lower(${query})) > 0
                  ${inAnswers ? sql`or strpos(lower(message.answer), lower(${query})) > 0 and ${readable(sql, viewer)}` : sql``})))`
      }
    order by updated_at desc, thread_id limit ${limit} offset ${offset}`;
}

export async function updateThread(
  sql: Sql,
  viewer: Viewer,
  change: { thread_id: string } & Partial<Pick<ThreadRow, "title" | "visibility">>,
): Promise<boolean> {
  const { title, visibility } = change;
  const rows = await sql`
    update chat_thread set
      title = ${title === undefined ? sql`title` : sql`${title}`},
      visibility = ${visibility === undefined ? sql`visibility` : sql`${visibility}`},
      updated_at = clock_timestamp()
    where thread_id = ${change.thread_id} and ${visibleTo(sql, viewer)} returning thread_id`;
  return rows.length > 0;
}

export async function deleteThread(sql: Sql, viewer: Viewer, threadId: string): Promise<boolean> {
  const rows = await sql`
    delete from chat_thread where thread_id = ${threadId} and ${visibleTo(sql, viewer)} returning thread_id`;
  return rows.length > 0;
}

/** A person's private threads end with the person: no one else can see or delete them. Returns how many there were. */
export async function deletePrivateThreads(sql: Sql, ownerId: string): Promise<number> {
  const rows = await sql`
    delete from chat_thread where owner_id = ${ownerId} and visibility = 'private' returning thread_id`;
  return rows.length;
}

/** The messages of a thread in order; the latest ones where there are more. */
export async function listMessages(
  sql: Sql,
  viewer: Viewer,
  { threadId, most }: { threadId: string; most: number },
): Promise<MessageRow[]> {
  const rows = await sql<MessageRow>`
    select message_id, message_no, question, reply, asked_at, ${readable(sql, viewer)} as is_readable
    from chat_message message where thread_id = ${threadId} order by message_no desc limit ${most}`;
  return rows.reverse();
}

const REPORT_ID = /rep_[a-z0-9]{8,32}/g;
const CLAIM_ID = /clm_[0-9a-f]{24}/g;

/** Wherever an answer mentions them: in its sources, its steps or what it was computed from. */
const listMentions = (value: unknown, shape: RegExp) => [
  ...new Set(JSON.stringify(value).match(shape) ?? []),
];

export interface NewMessage {
  thread_id: string;
  message_id: string;
  question: string;
  reply: ChatReply;
  scope: ChatScope | null;
  /** What it may depend on without quoting it. */
  considered: readonly unknown[];
  /** The reports that it may name without quoting them. */
  asked: readonly string[];
}

/**
 * Adds a message after the others. The thread's row is locked first, so that two questions asked at once get two
 * numbers. False when the thread was deleted in the meantime.
 */
export async function insertMessage(sql: Sql, message: NewMessage): Promise<boolean> {
  const { thread_id, message_id, question, scope, considered, asked } = message;
  // Suggestions are made for the reader of the thread.
  const reply = { ...message.reply, follow_ups: [] };
  const [thread] = await sql`
    update chat_thread set updated_at = clock_timestamp(), scope = ${scope && sql.json(scope)}::jsonb
    where thread_id = ${thread_id} returning thread_id`;
  if (!thread) return false;
  const [added] = await sql<{ message_no: number }>`
    insert into chat_message (thread_id, message_no, message_id, question, answer, reply)
    select ${thread_id}, coalesce(max(message_no), 0) + 1, ${message_id}, ${question}, ${reply.answer},
      ${sql.json(reply)}::jsonb
    from chat_message where thread_id = ${thread_id}
    returning message_no`;
  const reports = [...reply.sources.flatMap(({ report_id }) => report_id ?? []), ...asked];
  const message_no = added?.message_no ?? 0;
  const link = { thread_id, message_no, shown: JSON.stringify(reply) };
  const linked = await linkReports(sql, { ...link, quoted: true }, [reply, asked]);
  await linkReports(sql, { ...link, quoted: false }, considered);
  // A report may have been deleted since it was read.
  if (reports.some((id) => !linked.has(id)))
    await sql`select erase_chat_message(${thread_id}, ${message_no})`;
  return true;
}

/**
 * Records the reports that a text mentions, by their ids or their claims; returns those that exist. One that the message
 * shows the title of counts as quoted.
 */
async function linkReports(
  sql: Sql,
  message: { thread_id: string; message_no: number; quoted: boolean; shown: string },
  text: unknown,
): Promise<Set<string>> {
  const linked = await sql<{ report_id: string }>`
    insert into chat_message_report (thread_id, message_no, report_id, quoted)
    select ${message.thread_id}, ${message.message_no}, report_id,
      ${message.quoted} or names_report(${message.shown}, file_title) or names_report(${message.shown}, file_title_en)
    from report
    where report_id = any(${listMentions(text, REPORT_ID)})
      or report_id in (select report_id from claim where claim_id = any(${listMentions(text, CLAIM_ID)}))
    on conflict do nothing returning report_id`;
  return new Set(linked.map(({ report_id }) => report_id));
}
