import type { PdfChild } from "./child-process.ts";
import type { Reply, Request } from "./messages.ts";
import { Unreadable } from "./reasons.ts";

/** Time that a document may still take. Only waiting for the child counts, not what a consumer does with a page. */
export interface TimeAllowance {
  millisecondsLeft: number;
}

/** One request to one child, kept within its time. */
export class Conversation {
  readonly #child: PdfChild;
  readonly #time: TimeAllowance;
  readonly #stepMilliseconds: number;

  constructor(child: PdfChild, time: TimeAllowance, stepSecondsMax: number) {
    this.#child = child;
    this.#time = time;
    this.#stepMilliseconds = stepSecondsMax * 1_000;
  }

  async ask(request: Request, file: { path: string; bytes: number }): Promise<void> {
    await this.#within(async () => {
      try {
        await this.#child.send(request, file.path, file.bytes);
      } catch (error) {
        if (error instanceof Unreadable) throw error;
        // The pipe broke because the child died; its last words, received next, say why.
      }
    });
  }

  receive(): Promise<{ reply: Reply; body: Uint8Array }> {
    return this.#within(() => this.#child.receive());
  }

  async #within<Result>(step: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const allowed = Math.max(0, Math.min(this.#time.millisecondsLeft, this.#stepMilliseconds));
    const timer = setTimeout(() => this.#child.kill("time_limit"), allowed);
    try {
      return await step();
    } finally {
      clearTimeout(timer);
      this.#time.millisecondsLeft -= performance.now() - startedAt;
    }
  }
}
