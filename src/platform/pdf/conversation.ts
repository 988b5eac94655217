import type { PdfChild } from "./child-process.ts";
import type { Reply, Request } from "./messages.ts";
import { Unreadable } from "./reasons.ts";

/** The remaining CPU time of a document: an overloaded machine must not make a valid file fail. */
export interface TimeAllowance {
  millisecondsLeft: number;
}

/** A child that waits without computing is given up after this many times its allowance in wall-clock time. */
const WALL_FACTOR = 20;

/** One request to one child, within its time limit. */
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
        // The pipe broke because the child died; its last message, received next, says why.
      }
    });
  }

  receive(): Promise<{ reply: Reply; body: Uint8Array }> {
    return this.#within(() => this.#child.receive());
  }

  /** Only the child's own CPU time counts, not what a consumer does with a page in the meantime. */
  async #within<Result>(step: () => Promise<Result>): Promise<Result> {
    const child = this.#child;
    const allowed = Math.max(0, Math.min(this.#time.millisecondsLeft, this.#stepMilliseconds));
    const wallBefore = performance.now();
    const cpuBefore = child.readCpuMilliseconds();
    // When the system does not report CPU time, wall-clock time has to do.
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
      const cpuAfter = child.readCpuMilliseconds();
      const isKnown = cpuBefore !== null && cpuAfter !== null && !isLate;
      const used = isKnown ? cpuAfter - cpuBefore : Math.min(allowed, performance.now() - wallBefore);
      this.#time.millisecondsLeft -= used;
    }
  }
}
