interface Work<Output> {
  output: Promise<Output>;
  cancelling: AbortController;
  callers: number;
}

/** Callers that ask for the same at the same time share one piece of work. It is cancelled when all of them are. */
export class SharedWork<Output> {
  readonly #running = new Map<string, Work<Output>>();

  get size(): number {
    return this.#running.size;
  }

  has(key: string): boolean {
    return this.#running.has(key);
  }

  async join(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Output>,
  ): Promise<Output> {
    signal?.throwIfAborted();
    const work = this.#running.get(key) ?? this.#begin(key, start);
    work.callers += 1;
    const { promise: cancelled, reject } = Promise.withResolvers<never>();
    const leave = () => reject(signal?.reason);
    signal?.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([work.output, cancelled]);
    } finally {
      signal?.removeEventListener("abort", leave);
      work.callers -= 1;
      if (work.callers === 0) this.#end(key, work);
    }
  }

  #begin(key: string, start: (signal: AbortSignal) => Promise<Output>): Work<Output> {
    const cancelling = new AbortController();
    const work: Work<Output> = { output: start(cancelling.signal), cancelling, callers: 0 };
    // Every caller has its own failure; when all have left, there is no one to hear of it.
    work.output.catch(() => {});
    this.#running.set(key, work);
    return work;
  }

  /** The next caller starts again: what was cancelled must not be shared. */
  #end(key: string, work: Work<Output>): void {
    if (this.#running.get(key) === work) this.#running.delete(key);
    work.cancelling.abort();
  }
}
