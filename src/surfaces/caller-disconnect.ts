import type { FastifyReply } from "fastify";

/** Aborted when the caller hangs up before the answer is on its way. */
export function onCallerDisconnect({ raw }: FastifyReply): AbortSignal {
  const cancelled = new AbortController();
  raw.once("close", () => raw.writableFinished || cancelled.abort());
  return cancelled.signal;
}
