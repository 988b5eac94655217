/** `closed`: calls pass. `open`: they are refused at once. `half_open`: one of them tries whether it works again. */
export type BreakerState = "closed" | "half_open" | "open";

export interface Breaker {
  /** Does the work, or throws what `refuse` makes without beginning it. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  state: () => BreakerState;
}

export interface BreakerOptions {
  /** What stands behind it, as operators call it. */
  service: string;
  /** So many failures in a row open it. */
  failuresMax: number;
  /** How long it stays open before one call may try. */
  restMilliseconds: number;
  /** Whether an error says that the service is away; any other one shows that it answers. */
  isOutage: (error: unknown) => boolean;
  /** What a caller is told while it is open. */
  refuse: (retryAfterSeconds: number) => Error;
  /** Hears of every change. */
  notice?: ((state: BreakerState) => void) | undefined;
  now?: () => number;
}

/** How a room comes by its breaker: whoever puts the rooms together may want to watch it. */
export type MakeBreaker = (options: BreakerOptions) => Breaker;

export function openBreaker(options: BreakerOptions): Breaker {
  const { failuresMax, restMilliseconds, isOutage, refuse, notice } = options;
  const now = options.now ?? performance.now.bind(performance);
  let state: BreakerState = "closed";
  let failures = 0;
  let restUntil = 0;

  function become(next: BreakerState): void {
    if (next === "open") restUntil = now() + restMilliseconds;
    if (next === state) return;
    state = next;
    notice?.(next);
  }

  function fail(): void {
    failures++;
    if (failures >= failuresMax || state === "half_open") become("open");
  }

  function succeed(isProbe: boolean): void {
    // A call that began before it opened says nothing about now.
    if (state !== "closed" && !isProbe) return;
    failures = 0;
    become("closed");
  }

  /** The next call may try in its place. */
  function refund(isProbe: boolean): void {
    if (!isProbe) return;
    become("open");
    restUntil = now();
  }

  return {
    state: () => state,
    async run(work) {
      if (state === "half_open" || (state === "open" && now() < restUntil)) {
        throw refuse(Math.max(1, Math.ceil((restUntil - now()) / 1_000)));
      }
      const isProbe = state === "open";
      if (isProbe) become("half_open");
      try {
        const result = await work();
        succeed(isProbe);
        return result;
      } catch (error) {
        if (isGivenUp(error)) refund(isProbe);
        else if (isOutage(error)) fail();
        else succeed(isProbe);
        throw error;
      }
    },
  };
}

/** By its own caller: that says nothing about the service. */
const isGivenUp = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";
