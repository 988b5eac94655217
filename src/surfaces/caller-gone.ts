import type { FastifyReply } from "fastify";

/** Aborted when the caller hangs up before the answer is on its way. */
export function whenCallerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => raw.writableFinished || gone.abort());
  return gone.signal;
}
