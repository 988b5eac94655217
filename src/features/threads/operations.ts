import { z } from "zod";
import { Failure } from "../../kernel/errors.ts";
import { makeId } from "../../kernel/ids.ts";
import { type Caller, defineOperation } from "../../kernel/operation.ts";
import { inTransaction, type Sql } from "../../platform/db/index.ts";
import { ownershipOf, requireMayChange, VISIBILITIES, type Viewer, viewerOf } from "../agents/index.ts";
import { listChatScopes, suggestFollowUps } from "../answers/index.ts";
import { type ThreadTools, threadOperation, threadRead } from "./ask.ts";
import {
  countThreads,
  deleteThread,
  findThread,
  insertThread,
  listMessages,
  listThreads,
  type MessageRow,
  type ThreadRow,
  updateThread,
} from "./store.ts";
import { describeMessage, describeThread, Message, Thread, UNPRINTABLE } from "./thread.ts";
import { writeMarkdown } from "./write-markdown.ts";

const THREADS_MAX = 5_000;
const MESSAGES_SHOWN = 500;
const threadId = z.string().min(1).max(60);
const title = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => text.search(UNPRINTABLE) < 0, "must not contain control characters or line breaks");
const visibility = z
  .enum(VISIBILITIES)
  .describe("`private`: only you see it; `shared`: everyone in the account does");
/** Not a thread of anyone: use the id that `threads.create` returned. */
const EXAMPLE_THREAD = "thr_aaaaaaaaaaaaaaaa";

async function requireThread(sql: Sql, viewer: Viewer, id: string): Promise<ThreadRow> {
  const thread = await findThread(sql, viewer, id);
  if (!thread) throw new Failure("thread_not_found");
  return thread;
}

export const createThread = ({ db }: ThreadTools) =>
  defineOperation({
    ...threadOperation,
    id: "threads.create",
    summary: "Start a chat thread",
    guide:
      "A thread keeps questions and answers together: follow-ups keep company, report and period. Ask in it with threads.ask.",
    rest: { method: "POST", path: "/v1/chat/thread/create" },
    input: z.strictObject({ title: title.default("New thread"), visibility: visibility.optional() }),
    output: Thread,
    examples: [{ title: "A thread about a demo company", input: { title: "Tessandral, 2024" } }],
    async run({ caller }, input) {
      const viewer = viewerOf(caller);
      const ownership = ownershipOf(viewer, input.visibility);
      if ((await countThreads(db, ownership)) >= THREADS_MAX)
        throw new Failure("invalid_input", { detail: `title: you already have ${THREADS_MAX} threads` });
      const thread_id = makeId("thr");
      await insertThread(db, { ...ownership, thread_id, title: input.title });
      return describeThread(await requireThread(db, viewer, thread_id), caller);
    },
  });

export const listOwnThreads = ({ db, chat }: ThreadTools) =>
  defineOperation({
    ...threadRead,
    id: "threads.list",
    summary: "List your chat threads",
    guide: "The latest first; `query` finds words in titles, questions and answers.",
    rest: { method: "GET", path: "/v1/chat/thread/list" },
    input: z.strictObject({
      query: z.string().trim().min(1).max(200).optional(),
      include_shared: z
        .boolean()
        .or(z.stringbool())
        .default(false)
        .describe("Include threads shared by others in the account"),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    output: z.object({ threads: z.array(Thread), has_more: z.boolean() }),
    examples: [
      { title: "Your own", input: {} },
      { title: "By a word", input: { query: "Tessandral", include_shared: true } },
    ],
    async run({ caller }, { query, include_shared, limit, offset }) {
      const viewer = viewerOf(caller);
      const rows = await listThreads(db, viewer, {
        includeShared: include_shared,
        query: query ?? null,
        inAnswers: listChatScopes(chat).every((scope) => caller.scopes.has(scope)),
        limit: limit + 1,
        offset,
      });
      return {
        threads: rows.slice(0, limit).map((row) => describeThread(row, caller)),
        has_more: rows.length > limit,
      };
    },
  });

export const showThread = ({ db, linkKey, chat }: ThreadTools) =>
  defineOperation({
    ...threadRead,
    id: "threads.get",
    summary: "Show a chat thread with its answers",
    guide: "Every message with its answer, claims, sources, steps and cost.",
    rest: { method: "GET", path: "/v1/chat/thread/get" },
    input: z.strictObject({ thread_id: threadId }),
    output: Thread.extend({ message_list: z.array(Message) }).meta({ id: "ChatThreadWithMessages" }),
    errors: ["thread_not_found"],
    examples: [{ title: "The thread_id of threads.create", input: { thread_id: EXAMPLE_THREAD } }],
    async run({ caller, baseUrl }, { thread_id }) {
      const viewer = viewerOf(caller);
      const thread = await requireThread(db, viewer, thread_id);
      const messages = await listMessages(db, viewer, { threadId: thread_id, most: MESSAGES_SHOWN });
      const options = { caller, baseUrl, linkKey, chat };
      const followUps = await suggestNext(db, caller, thread, messages.at(-1));
      return {
        ...describeThread(thread, caller),
        message_list: messages.map((message, index) =>
          describeMessage(message, index === messages.length - 1 ? { ...options, followUps } : options),
        ),
      };
    },
  });

/** From what this reader may read: the person who asked last may have read more. */
async function suggestNext(
  db: ThreadTools["db"],
  caller: Caller,
  { scope }: ThreadRow,
  latest: MessageRow | undefined,
): Promise<string[]> {
  if (!latest) return [];
  return suggestFollowUps(db, caller, { outcome: latest.reply.outcome, scope });
}

export const changeThread = ({ db }: ThreadTools) =>
  defineOperation({
    ...threadOperation,
    id: "threads.update",
    summary: "Rename or share a chat thread",
    guide: "Changes only the given fields. Only the person who created a shared thread can make it private.",
    rest: { method: "POST", path: "/v1/chat/thread/update" },
    input: z.strictObject({
      thread_id: threadId,
      title: title.optional(),
      visibility: visibility.optional(),
    }),
    output: Thread,
    errors: ["thread_not_found"],
    examples: [{ title: "A new title", input: { thread_id: EXAMPLE_THREAD, title: "Margins" } }],
    async run({ caller }, { thread_id, title, visibility }) {
      const viewer = viewerOf(caller);
      const change = {
        thread_id,
        ...(title === undefined ? {} : { title }),
        ...(visibility === undefined ? {} : { visibility }),
      };
      await inTransaction(db, async (sql) => {
        requireMayChange(viewer, await requireThread(sql, viewer, thread_id), visibility);
        if (!(await updateThread(sql, viewer, change))) throw new Failure("thread_not_found");
      });
      return describeThread(await requireThread(db, viewer, thread_id), caller);
    },
  });

export const removeThread = ({ db }: ThreadTools) =>
  defineOperation({
    ...threadOperation,
    id: "threads.delete",
    summary: "Delete a chat thread",
    guide: "Deletes the thread with its questions and answers. This cannot be undone.",
    rest: { method: "POST", path: "/v1/chat/thread/delete" },
    input: z.strictObject({ thread_id: threadId }),
    output: z.object({ thread_id: z.string(), deleted: z.literal(true) }),
    errors: ["thread_not_found"],
    examples: [{ title: "The thread_id of threads.create", input: { thread_id: EXAMPLE_THREAD } }],
    async run({ caller }, { thread_id }) {
      if (!(await deleteThread(db, viewerOf(caller), thread_id))) throw new Failure("thread_not_found");
      return { thread_id, deleted: true as const };
    },
  });

export const exportThread = ({ db, linkKey, chat }: ThreadTools) =>
  defineOperation({
    ...threadRead,
    id: "threads.export",
    summary: "Export a chat thread as Markdown",
    guide: "Questions and answers; each number has a footnote with its page and a link.",
    rest: { method: "GET", path: "/v1/chat/thread/export" },
    input: z.strictObject({ thread_id: threadId }),
    output: z.object({ thread_id: z.string(), title: z.string(), markdown: z.string() }),
    errors: ["thread_not_found"],
    examples: [{ title: "The thread_id of threads.create", input: { thread_id: EXAMPLE_THREAD } }],
    async run({ caller, baseUrl }, { thread_id }) {
      const viewer = viewerOf(caller);
      const { title } = await requireThread(db, viewer, thread_id);
      const messages = await listMessages(db, viewer, { threadId: thread_id, most: MESSAGES_SHOWN });
      const shown = messages.map((message) => describeMessage(message, { caller, baseUrl, linkKey, chat }));
      return { thread_id, title, markdown: writeMarkdown(title, shown) };
    },
  });
