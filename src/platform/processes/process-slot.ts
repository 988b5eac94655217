import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type AnswerQuestion, type Channel, openChannel } from "./channel.ts";

/** A process that ends again and again is started less and less often. */
const PAUSE_MILLISECONDS_MIN = 100;
const PAUSE_MILLISECONDS_MAX = 30_000;
/** Who lived this long did not fail at its start. */
const STABLE_MILLISECONDS = 60_000;
/** Longer than any call may take. */
const STOP_MILLISECONDS_MAX = 90_000;

export interface SlotOptions {
  role: string;
  answer: AnswerQuestion;
  notice: (text: string) => void;
}

interface Member {
  worker: Worker;
  channel: Channel;
  /** What the process reported when it was ready. */
  facts: unknown;
}

/**
 * One place among the processes of a service, always taken: when its process ends, another is started. Everything that
 * happens to it happens in order.
 */
export class ProcessSlot {
  readonly role: string;
  readonly #options: SlotOptions;
  /** All processes of this place that run: at a restart the old and the new one. */
  readonly #running = new Set<Worker>();
  readonly #stopping = new AbortController();
  #current: Member | null = null;
  #failures = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: SlotOptions) {
    this.role = options.role;
    this.#options = options;
  }

  get channel(): Channel | null {
    return this.#current?.channel ?? null;
  }

  isRunning(pid: number): boolean {
    return [...this.#running].some((worker) => worker.process.pid === pid);
  }

  /** Starts its first process and returns what that reports; fails when it ends before. */
  start(): Promise<unknown> {
    return this.#inOrder(async () => {
      this.#current = await this.#launch();
      return this.#current.facts;
    });
  }

  /** Starts a new process and, once it is ready, stops the old one. If the new one fails, the old one stays. */
  replace(): Promise<void> {
    return this.#inOrder(async () => {
      const before = this.#current;
      this.#current = await this.#launch();
      if (before) await stopWorker(before, { drain: true });
    });
  }

  /** Keeps the place taken, also when its first process failed. */
  keepRunning(): void {
    void this.#inOrder(() => this.#restore());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const current = this.#current;
    await Promise.all([
      current && stopWorker(current, { drain: false }),
      ...[...this.#running]
        .filter((worker) => worker !== current?.worker)
        .map((worker) => worker.process.kill("SIGKILL")),
    ]);
  }

  async #restore(): Promise<void> {
    while (!this.#stopping.signal.aborted && !this.#current?.worker.isConnected()) {
      if (this.#failures > 0) {
        const pause = Math.min(PAUSE_MILLISECONDS_MAX, PAUSE_MILLISECONDS_MIN * 2 ** this.#failures);
        await sleep(pause, undefined, { signal: this.#stopping.signal }).catch(() => {});
      }
      if (this.#stopping.signal.aborted) return;
      const launched = await this.#launch().catch((error: Error) => error);
      if (!(launched instanceof Error)) this.#current = launched;
      else if (!this.#stopping.signal.aborted) this.#options.notice(launched.message);
    }
  }

  async #launch(): Promise<Member> {
    const worker = cluster.fork();
    this.#running.add(worker);
    const ready = Promise.withResolvers<unknown>();
    ready.promise.catch(() => {});
    const startedAt = performance.now();
    const channel = openChannel(peerOf(worker), (question, value) => {
      if (question !== "ready") return this.#options.answer(question, value);
      ready.resolve(value);
      return null;
    });
    worker.once("exit", (code: number | null, signal: string | null) => {
      this.#running.delete(worker);
      const wasStable = performance.now() - startedAt > STABLE_MILLISECONDS;
      this.#failures = wasStable ? 0 : this.#failures + 1;
      const reason = `a process (${this.role}, ${worker.process.pid}) ended (${signal ?? `exit ${code}`})`;
      ready.reject(new Error(`${reason} before it was ready`));
      if (this.#stopping.signal.aborted || worker !== this.#current?.worker) return;
      this.#options.notice(`${reason}; starting another`);
      this.keepRunning();
    });
    return { worker, channel, facts: await ready.promise };
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }
}

function peerOf(worker: Worker) {
  return {
    // A process that has just ended reads nothing any more; its exit is noticed.
    send: (message: object) => void worker.process.send(message, undefined, {}, () => {}),
    onMessage: (listener: (message: unknown) => void) => void worker.on("message", listener),
    onEnd: (listener: () => void) => void worker.once("disconnect", listener),
  };
}

async function stopWorker({ worker, channel }: Member, { drain }: { drain: boolean }): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, "exit");
  channel.ask("stop", { drain }).catch(() => {});
  const isLate = await Promise.race([
    exited.then(() => false),
    sleep(STOP_MILLISECONDS_MAX, true, { ref: false }),
  ]);
  if (isLate) worker.process.kill("SIGKILL");
  await exited;
}
