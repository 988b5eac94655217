/**
 * `closed`: calls pass. `open`: they fail immediately. `half_open`: one of them tests whether the service works
 * again.
 */
export type BreakerState = "closed" | "half_open" | "open";

export interface Breaker {
  /** Runs the work, or throws the error from `refuse` without starting it. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  state: () => BreakerState;
}

export interface BreakerOptions {
  /** The name of the protected service, for operators. */
  service: string;
  /** It opens after this many consecutive failures. */
  failuresMax: number;
  /** How long it stays open before one call may try. */
  pauseMilliseconds: number;
  /** Whether an error means that the service is down; any other error shows that it responds. */
  isOutage: (error: unknown) => boolean;
  /** The error for callers while it is open. */
  refuse: (retryAfterSeconds: number) => Error;
  /** Called on every change. */
  notice?: ((state: BreakerState) => void) | undefined;
  now?: () => number;
}

/** How a module creates its breaker: the composition root may want to watch it. */
export type MakeBreaker = (options: BreakerOptions) => Breaker;

export function openBreaker(options: BreakerOptions): Breaker {
  const { failuresMax, pauseMilliseconds, isOutage, refuse, notice } = options;
  const now = options.now ?? performance.now.bind(performance);
  let state: BreakerState = "closed";
  let failures = 0;
  let pausedUntil = 0;

  function become(next: BreakerState): void {
    if (next === "open") pausedUntil = now() + pauseMilliseconds;
    if (next === state) return;
    state = next;
    notice?.(next);
  }

  function fail(): void {
    failures++;
    if (failures >= failuresMax || state === "half_open") become("open");
  }

  function succeed(isProbe: boolean): void {
    // A call that began before it opened says nothing about the current state.
    if (state !== "closed" && !isProbe) return;
    failures = 0;
    become("closed");
  }

  /** The next call may try in its place. */
  function refund(isProbe: boolean): void {
    if (!isProbe) return;
    become("open");
    pausedUntil = now();
  }

  return {
    state: () => state,
    async run(work) {
      if (state === "half_open" || (state === "open" && now() < pausedUntil)) {
        throw refuse(Math.max(1, Math.ceil((pausedUntil - now()) / 1_000)));
      }
      const isProbe = state === "open";
      if (isProbe) become("half_open");
      try {
        const result = await work();
        succeed(isProbe);
        return result;
      } catch (error) {
        if (isCancelledByCaller(error)) refund(isProbe);
        else if (isOutage(error)) fail();
        else succeed(isProbe);
        throw error;
      }
    },
  };
}

/** Cancelled by its caller: that says nothing about the service. */
const isCancelledByCaller = (error: unknown): boolean =>
  error instanceof Error && error.name === "AbortError";
