import { type ChildOptions, PdfChild } from "./child-process.ts";
import { Unreadable } from "./reasons.ts";

/** A child that idles longer than this ends and frees its memory. */
const IDLE_SECONDS_MAX = 60;
/** Replaced regularly, so that leaks cannot matter. */
const REQUESTS_PER_CHILD_MAX = 200;
const WAITING_MAX = 1_000;

interface PendingRequest {
  resolve: (child: PdfChild) => void;
  reject: (error: Unreadable) => void;
}

/** A limited number of children; when all are busy, callers wait in order of arrival. */
export class ChildPool {
  readonly #options: ChildOptions;
  readonly #childrenMax: number;
  readonly #idle: { child: PdfChild; timer: NodeJS.Timeout }[] = [];
  readonly #all = new Set<PdfChild>();
  readonly #waiting: PendingRequest[] = [];
  #closed = false;

  constructor(options: ChildOptions, childrenMax: number) {
    this.#options = options;
    this.#childrenMax = childrenMax;
  }

  async acquire(signal: AbortSignal | undefined): Promise<PdfChild> {
    if (this.#closed) throw new Unreadable("reader_closed", "The reader was closed.");
    if (signal?.aborted) throw new Unreadable("aborted", "Reading was aborted.");
    const idle = this.#idle.pop();
    if (idle) {
      clearTimeout(idle.timer);
      return idle.child;
    }
    if (this.#all.size < this.#childrenMax) return this.#start();
    if (this.#waiting.length >= WAITING_MAX) throw new Unreadable("too_busy", "Too many files are waiting.");
    return this.#wait(signal);
  }

  /** Takes a child back after a request; a broken one is ended and replaced when next needed. */
  async release(child: PdfChild, healthy: boolean): Promise<void> {
    child.rest();
    if (!healthy || this.#closed || child.requestsServed >= REQUESTS_PER_CHILD_MAX) {
      await this.#end(child);
      await this.#startForNext();
      return;
    }
    const next = this.#waiting.shift();
    if (next) {
      next.resolve(child);
      return;
    }
    const timer = setTimeout(() => {
      const at = this.#idle.findIndex((idle) => idle.child === child);
      if (at >= 0) this.#idle.splice(at, 1);
      void this.#end(child);
    }, IDLE_SECONDS_MAX * 1_000);
    timer.unref();
    this.#idle.push({ child, timer });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#waiting.splice(0)) {
      waiting.reject(new Unreadable("reader_closed", "The reader was closed."));
    }
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all([...this.#all].map((child) => this.#end(child)));
  }

  async #start(): Promise<PdfChild> {
    const child = new PdfChild(this.#options);
    this.#all.add(child);
    try {
      await child.waitUntilReady();
      return child;
    } catch (error) {
      await this.#end(child);
      throw error;
    }
  }

  async #startForNext(): Promise<void> {
    // Another caller may have taken the slot in the meantime; then the waiting one is served after it.
    const next = this.#all.size < this.#childrenMax ? this.#waiting.shift() : undefined;
    if (!next) return;
    try {
      next.resolve(await this.#start());
    } catch (error) {
      next.reject(error instanceof Unreadable ? error : new Unreadable("crashed", String(error)));
    }
  }

  async #end(child: PdfChild): Promise<void> {
    child.kill("reader_closed");
    await child.waitUntilEnded();
    this.#all.delete(child);
  }

  #wait(signal: AbortSignal | undefined): Promise<PdfChild> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        const at = this.#waiting.indexOf(waiting);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(new Unreadable("aborted", "Reading was aborted."));
      };
      const waiting: PendingRequest = {
        resolve: (child) => {
          signal?.removeEventListener("abort", leave);
          resolve(child);
        },
        reject: (error) => {
          signal?.removeEventListener("abort", leave);
          reject(error);
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiting.push(waiting);
    });
  }
}
