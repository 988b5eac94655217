import { z } from "zod";
import type { Caller, Context } from "../../kernel/operation.ts";
import type { Scope } from "../../kernel/scopes.ts";
import { viewerOf } from "../../kernel/viewer.ts";
import { VISIBILITIES } from "../agents/index.ts";
import { type ChatMeans, ChatReply, ChatScope, listChatScopes } from "../answers/index.ts";
import { claimLink } from "../claims/index.ts";
import type { MessageRow, ThreadRow } from "./store.ts";

/** Control characters, line breaks and letters that change the direction of writing: none of them belongs in a title. */
export const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

export const Thread = z
  .object({
    thread_id: z.string(),
    title: z.string(),
    visibility: z.enum(VISIBILITIES),
    own: z.boolean().describe("False for a thread that someone else in the account shares"),
    scope: ChatScope.nullable().describe("What the next question may leave out"),
    messages: z.int().describe("How many questions were asked"),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "ChatThread" });

export const Message = ChatReply.omit({ request_params: true, quote: true, error: true })
  .extend({
    message_id: z.string(),
    question: z.string(),
    asked_at: z.string(),
  })
  .meta({ id: "ChatMessage" });
export type Message = z.infer<typeof Message>;

export function describeThread(
  row: ThreadRow,
  { accountId, userId, scopes }: Caller,
): z.input<typeof Thread> {
  const { thread_id, title, visibility, messages, created_at, updated_at, owner_id } = row;
  const own = owner_id === (userId ?? accountId);
  // It shows companies that were looked up, and a report.
  const scope = scopes.has("companies:read") && scopes.has("reports:read") ? row.scope : null;
  return { thread_id, title, visibility, own, scope, messages, created_at, updated_at };
}

export interface MessageOptions extends Pick<Context, "caller" | "baseUrl"> {
  linkKey: Buffer;
  chat: ChatMeans;
  /** Questions that the reader may ask next; none but for the latest message. */
  followUps?: readonly string[];
}

/**
 * A stored message with links that work now: those to an account's own reports expire. An answer is shown to a
 * credential that could have asked for it.
 */
export function describeMessage(
  { message_id, question, asked_at, reply, is_readable }: Omit<MessageRow, "message_no">,
  options: MessageOptions,
): Message {
  const { request_params: _params, quote: _quote, error: _error, ...rest } = reply;
  const about = { ...rest, message_id, question, asked_at, follow_ups: [...(options.followUps ?? [])] };
  if (!is_readable) {
    // How much was found and spent shows something of the report, too.
    const { withheld: _withheld, model: _model, ...plain } = about;
    return { ...plain, ...NOTHING, outcome: "not_found", credits_used: 0, answer: NOT_SHARED };
  }
  const missing = missingScopes(options, reply);
  if (missing.length > 0) return { ...about, ...NOTHING, answer: `Missing scope: ${missing.join(", ")}.` };
  return {
    ...about,
    claims: reply.claims.map((claim) => ({ ...claim, link: renewLink(claim.link, options) })),
    sources: reply.sources.map((source) =>
      // The link of an article is its publisher's.
      source.kind === "report" ? { ...source, link: renewLink(source.link, options) } : source,
    ),
  };
}

const NOT_SHARED = "This answer was read from a report that is not shared with you.";

const NOTHING = {
  companies: [],
  did_you_mean: [],
  spans: [],
  claims: [],
  record_claims: [],
  sources: [],
  steps: [],
};

/** What an answer needed and the credential lacks: for its steps, and for looking up the companies of the question. */
function missingScopes(
  { caller, chat }: MessageOptions,
  { steps, companies, did_you_mean }: ChatReply,
): Scope[] {
  const done = steps.flatMap(({ operation_id, outcome }) => (outcome === "done" ? operation_id : []));
  // Those of an answer with steps may be its result, such as a ranking.
  const isNamed = did_you_mean.length > 0 || (companies.length > 0 && done.length === 0);
  const needed = new Set(listChatScopes(chat, new Set(done)));
  if (isNamed) needed.add("companies:read");
  return [...needed].filter((scope) => !caller.scopes.has(scope));
}

const CLAIM_PATH = /\/c\/(clm_\w+)(?:\?(.*))?$/;

function renewLink(link: string | null, { baseUrl, linkKey, caller }: MessageOptions): string | null {
  const [, claimId, query] = CLAIM_PATH.exec(link ?? "") ?? [];
  if (claimId === undefined) return link;
  // Never signed for anyone but the reader, whatever the stored link says.
  const viewer = new URLSearchParams(query).has("for") ? viewerOf(caller) : null;
  return `${baseUrl}${claimLink(linkKey, { claimId, viewer })}`;
}
