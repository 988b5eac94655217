import type { FastifyReply } from "fastify";

/** Aborted when the caller disconnects before the response is sent. */
export function onCallerDisconnect({ raw }: FastifyReply): AbortSignal {
  const cancelled = new AbortController();
  raw.once("close", () => raw.writableFinished || cancelled.abort());
  return cancelled.signal;
}
