import { z } from "zod";
import { Failure } from "../../kernel/errors.ts";
import { makeId } from "../../kernel/ids.ts";
import { type Context, defineOperation } from "../../kernel/operation.ts";
import { type Database, inTransaction } from "../../platform/db/index.ts";
import { viewerOf } from "../agents/index.ts";
import {
  answerChat,
  type ChatMeans,
  ChosenScope,
  quoteChat,
  quoteChosen,
  resolveChoice,
} from "../answers/index.ts";
import { findThread, insertMessage, type NewMessage, updateThread } from "./store.ts";
import { describeMessage, Message, UNPRINTABLE } from "./thread.ts";

export interface ThreadTools {
  db: Database;
  /** Signs the links to claims on an account's own reports. */
  linkKey: Buffer;
  chat: ChatMeans;
}

/** Common to the operations that manage threads: free, for people and programs. */
export const threadOperation = {
  scope: "answers:ask",
  effect: "write",
  price: 0,
  perSecond: 5,
  mcp: false,
} as const;

export const threadRead = { ...threadOperation, effect: "read", perSecond: 10 } as const;

const QUESTION_LENGTH_MAX = 2_000;
const MESSAGES_MAX = 500;
const TITLE_LENGTH_MAX = 80;
const CREDITS = { usual: 50, most: 500 };
/** What a follow-up about the companies of a thread may cost, whose number is not known before the thread is read. */
const FOLLOW_UP_CREDITS = 24;
const NEW_TITLE = "New thread";

/** The beginning of a question on one line: it may have several, and letters that change the direction of writing. */
function titleFrom(question: string): string {
  const line = question.replaceAll(UNPRINTABLE, " ").replaceAll(/\s+/g, " ").trim();
  return [...line].slice(0, TITLE_LENGTH_MAX).join("") || NEW_TITLE;
}

const AskInput = z.strictObject({
  thread_id: z.string().min(1).max(60),
  question: z.string().trim().min(1).max(QUESTION_LENGTH_MAX),
  about: ChosenScope.optional().describe("What the question is about without naming it"),
  max_credits: z
    .int()
    .min(0)
    .max(CREDITS.most)
    .default(CREDITS.usual)
    .describe("Stop before spending more than this"),
});

export const askInThread = ({ db, chat, linkKey }: ThreadTools) => {
  const ceiling = ({ question, about, max_credits }: z.output<typeof AskInput>) => {
    const chosen = (about?.svc_entity_id_list.length ?? 0) + (about?.report_id_list.length ?? 0);
    const quoted = quoteChat(chat, question, null) + quoteChosen(chat, question, chosen);
    return Math.min(max_credits, Math.max(FOLLOW_UP_CREDITS, quoted));
  };
  // A message is stored when it is paid for; until then it is kept with its call.
  const unpaid = new WeakMap<Context, NewMessage>();
  return defineOperation({
    ...threadOperation,
    id: "threads.ask",
    summary: "Ask a question in a chat thread",
    guide:
      "Continues a thread of threads.create: `How much did it grow?`, `and its margin?`, `what about 2023?` keep company, " +
      "report and period of the questions before. `about` chooses companies, reports and dates that the question need not name.",
    price: {
      most: ceiling,
      about:
        "the sum of the steps the answer needed, never more than max_credits; none when the question is asked back",
    },
    rest: { method: "POST", path: "/v1/chat/thread/ask" },
    streams: { style: "answer" },
    input: AskInput,
    output: Message,
    errors: ["thread_not_found", "company_not_found", "report_not_found", "scope_missing"],
    examples: [
      {
        title: "The thread_id of threads.create",
        input: {
          thread_id: "thr_aaaaaaaaaaaaaaaa",
          question: "What was the revenue of Tessandral Instruments in 2024?",
        },
      },
      {
        title: "About chosen companies and years",
        input: {
          thread_id: "thr_aaaaaaaaaaaaaaaa",
          question: "What was the revenue?",
          about: { svc_entity_id_list: ["ent_qpi4neyotut5"], period: "2022 to 2024" },
        },
      },
    ],
    async run(context, input) {
      const thread = await findThread(db, viewerOf(context.caller), input.thread_id);
      if (!thread) throw new Failure("thread_not_found");
      if (thread.messages >= MESSAGES_MAX)
        throw new Failure("invalid_input", {
          detail: `thread_id: a thread has at most ${MESSAGES_MAX} messages; start a new one`,
        });
      const { question, about } = input;
      const choice = about && (await resolveChoice(db, context.caller, about));
      const answered = await answerChat(context, chat, {
        question,
        scope: thread.scope,
        ...(choice && { choice }),
        creditsMax: ceiling(input),
      });
      const { thread_id } = thread;
      const message = { thread_id, message_id: makeId("msg"), question, ...answered };
      unpaid.set(context, message);
      return describeMessage(
        { ...message, asked_at: new Date().toISOString(), is_readable: true },
        {
          caller: context.caller,
          baseUrl: context.baseUrl,
          linkKey,
          chat,
          followUps: answered.reply.follow_ups,
        },
      );
    },
    async afterSettle(context) {
      const message = unpaid.get(context);
      if (!message) throw new Error("a thread's message was lost before it was stored");
      const viewer = viewerOf(context.caller);
      await inTransaction(db, async (sql) => {
        const thread = await findThread(sql, viewer, message.thread_id);
        if (!thread || !(await insertMessage(sql, message))) {
          // A streamed answer has been read by now; deleting its thread must not make it free.
          if (context.isStreamed) return;
          throw new Failure("thread_not_found");
        }
        if (thread.title === NEW_TITLE && thread.messages === 0) {
          const title = titleFrom(message.question);
          await updateThread(sql, viewer, { thread_id: thread.thread_id, title });
        }
      });
      return "charged";
    },
  });
};
