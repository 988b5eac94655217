/** Questions and answers between the primary process and one of its processes. */
export interface Channel {
  /** Rejects when the other side fails, ends, or takes longer than allowed. */
  ask: (question: string, value?: unknown, millisecondsMax?: number) => Promise<unknown>;
}

export type AnswerQuestion = (question: string, value: unknown) => unknown;

/** One end of the connection that Node.js opens between a process and the one that started it. */
export interface Peer {
  send: (message: object) => void;
  onMessage: (listener: (message: unknown) => void) => void;
  onEnd: (listener: () => void) => void;
}

type Message =
  | { florin: "question"; id: number; question: string; value: unknown }
  | { florin: "answer"; id: number; value: unknown }
  | { florin: "failure"; id: number; reason: string };

const ANSWER_MILLISECONDS_MAX = 10_000;

export function openChannel(peer: Peer, answer: AnswerQuestion): Channel {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let ended = false;

  async function reply(id: number, question: string, value: unknown): Promise<void> {
    const message = await Promise.resolve()
      .then(() => answer(question, value))
      .then(
        (result): Message => ({ florin: "answer", id, value: result }),
        (error: Error): Message => ({ florin: "failure", id, reason: error.message }),
      );
    if (!ended) peer.send(message);
  }

  peer.onMessage((raw) => {
    const message = raw as Message; // both ends run this file; other messages have no such mark
    if (message?.florin === "question") return void reply(message.id, message.question, message.value);
    if (message?.florin !== "answer" && message?.florin !== "failure") return;
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.florin === "answer") asked?.resolve(message.value);
    else asked?.reject(new Error(message.reason));
  });
  peer.onEnd(() => {
    ended = true;
    for (const asked of waiting.values()) asked.reject(new Error("the other process has ended"));
    waiting.clear();
  });

  return {
    ask(question, value, millisecondsMax = ANSWER_MILLISECONDS_MAX) {
      if (ended) return Promise.reject(new Error("the other process has ended"));
      const id = ++lastId;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(id, asked);
      const timer = setTimeout(() => {
        waiting.delete(id);
        asked.reject(new Error(`no answer to ${question} in ${millisecondsMax} ms`));
      }, millisecondsMax).unref();
      peer.send({ florin: "question", id, question, value: value ?? null } satisfies Message);
      return asked.promise.finally(() => clearTimeout(timer));
    },
  };
}
