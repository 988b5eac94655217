import { Failure } from "../kernel/errors.ts";

const CALL_MILLISECONDS_MAX = 60_000;
const SWEEP_MILLISECONDS = 250;

export interface TimeLimit {
  /** When a call that starts now times out, by `performance.now()`. */
  endOfCall: () => number;
  /** Fails with `time_limit` once the call's time is over, whether or not the work observes its signal. */
  enforce: <T>(work: Promise<T>, endsAt: number) => Promise<T>;
  close: () => void;
}

interface RunningCall {
  endsAt: number;
  reject: (error: Failure) => void;
}

/** The time limit of calls. One timer serves all of them: a timer per call would cost more than most calls do. */
export function openTimeLimit({ milliseconds = CALL_MILLISECONDS_MAX } = {}): TimeLimit {
  const running = new Set<RunningCall>();
  const sweeping = setInterval(() => {
    const now = performance.now();
    for (const call of running) {
      if (call.endsAt > now) continue;
      running.delete(call);
      call.reject(new Failure("time_limit"));
    }
  }, SWEEP_MILLISECONDS).unref();

  return {
    endOfCall: () => performance.now() + milliseconds,
    enforce: (work, endsAt) =>
      new Promise((resolve, reject) => {
        const call = { endsAt, reject };
        running.add(call);
        work.then(
          (result) => {
            running.delete(call);
            resolve(result);
          },
          (error) => {
            running.delete(call);
            reject(error);
          },
        );
      }),
    close: () => clearInterval(sweeping),
  };
}
