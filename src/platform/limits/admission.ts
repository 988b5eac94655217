/** Why a call is refused: the node is full, or this account has used its share. */
export type Refusal = "node_full" | "share_taken";

export interface Admission {
  /** Admits a call, to be paired with `leave`; returns the reason when it is refused. */
  enter: (account: string) => Refusal | null;
  leave: (account: string) => void;
  callsInProgress: () => number;
  close: () => void;
}

export interface AdmissionLimits {
  callsMax: number;
  callsPerAccountMax: number;
  /** With more statements than this waiting for a connection, the database is the bottleneck. */
  isBackedUp: () => boolean;
}

const BEAT_MILLISECONDS = 100;
/** A node this late cannot answer in time; new calls would only make it later. */
const LATE_MILLISECONDS_MAX = 1_500;
/** A single delay may have been a pause that is over, such as a garbage collection or a suspended machine. */
const LATE_BEATS_MIN = 2;

/**
 * How many calls a node runs at the same time. Beyond that a caller is asked to retry, which costs microseconds,
 * instead of waiting in a growing queue until everyone times out. One account gets a share, never the whole node.
 */
export function openAdmission(limits: AdmissionLimits): Admission {
  const { callsMax, callsPerAccountMax, isBackedUp } = limits;
  const byAccount = new Map<string, number>();
  let inside = 0;
  let lateBeats = 0;
  let lastBeatAt = performance.now();
  const heartbeat = setInterval(() => {
    const now = performance.now();
    lateBeats = now - lastBeatAt - BEAT_MILLISECONDS > LATE_MILLISECONDS_MAX ? lateBeats + 1 : 0;
    lastBeatAt = now;
  }, BEAT_MILLISECONDS).unref();

  return {
    enter(account) {
      if (inside >= callsMax || lateBeats >= LATE_BEATS_MIN || isBackedUp()) return "node_full";
      const own = byAccount.get(account) ?? 0;
      if (own >= callsPerAccountMax) return "share_taken";
      byAccount.set(account, own + 1);
      inside++;
      return null;
    },
    leave(account) {
      inside--;
      const own = byAccount.get(account) ?? 1;
      if (own === 1) byAccount.delete(account);
      else byAccount.set(account, own - 1);
    },
    callsInProgress: () => inside,
    close: () => clearInterval(heartbeat),
  };
}
