import { z } from "zod";
import { VISIBILITIES, type Viewer } from "../agents/index.ts";
import { ChatReply, ChatScope } from "../answers/index.ts";
import { claimLink } from "../claims/index.ts";
import type { MessageRow, ThreadRow } from "./store.ts";

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

export function describeThread(row: ThreadRow, { accountId, userId }: Viewer): z.input<typeof Thread> {
  const { thread_id, title, visibility, scope, messages, created_at, updated_at, owner_id } = row;
  const own = owner_id === (userId ?? accountId);
  return { thread_id, title, visibility, own, scope, messages, created_at, updated_at };
}

export interface LinkOptions {
  baseUrl: string;
  linkKey: Buffer;
}

/** A stored message with links that work now: those to an account's own reports expire. */
export function describeMessage(
  { message_id, question, asked_at, reply }: Omit<MessageRow, "message_no">,
  options: LinkOptions,
): Message {
  const { request_params: _params, quote: _quote, error: _error, ...rest } = reply;
  return {
    ...rest,
    message_id,
    question,
    asked_at,
    claims: reply.claims.map((claim) => ({ ...claim, link: renewLink(claim.link, options) })),
    sources: reply.sources.map((source) => ({ ...source, link: renewLink(source.link, options) })),
  };
}

const CLAIM_PATH = /\/c\/(clm_\w+)(?:\?(.*))?$/;

function renewLink(link: string | null, { baseUrl, linkKey }: LinkOptions): string | null {
  const [, claimId, query] = CLAIM_PATH.exec(link ?? "") ?? [];
  if (claimId === undefined) return link;
  const accountId = new URLSearchParams(query).get("for");
  return `${baseUrl}${claimLink(linkKey, { claimId, accountId })}`;
}
