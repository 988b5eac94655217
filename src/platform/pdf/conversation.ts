import type { PdfChild } from "./child-process.ts";
import type { Reply, Request } from "./messages.ts";
import { Unreadable } from "./reasons.ts";

/** Computing time that a document may still take: a crowded machine must not make a good file fail. */
export interface TimeAllowance {
  millisecondsLeft: number;
}

/** A child that waits without computing is given up after so many times its allowance by the clock on the wall. */
const WALL_FACTOR = 20;

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

  /** Only the child's own computing counts, not what a consumer does with a page meanwhile. */
  async #within<Result>(step: () => Promise<Result>): Promise<Result> {
    const child = this.#child;
    const allowed = Math.max(0, Math.min(this.#time.millisecondsLeft, this.#stepMilliseconds));
    const wallBefore = performance.now();
    const cpuBefore = await child.readCpuMilliseconds();
    // Where the system does not tell what a process computes, the clock on the wall has to do.
    const wallAllowed = cpuBefore === null ? allowed : allowed * WALL_FACTOR;
    if (cpuBefore !== null) child.limitCpu(cpuBefore + allowed);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("time_limit");
    }, wallAllowed);
    try {
      return await step();
    } finally {
      clearTimeout(timer);
      child.limitCpu(Number.POSITIVE_INFINITY);
      const cpuAfter = await child.readCpuMilliseconds();
      const isKnown = cpuBefore !== null && cpuAfter !== null && !isLate;
      const used = isKnown ? cpuAfter - cpuBefore : Math.min(allowed, performance.now() - wallBefore);
      this.#time.millisecondsLeft -= used;
    }
  }
}
