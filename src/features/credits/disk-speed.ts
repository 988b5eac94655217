/**
 * With a disk slower than this, flushing separately from the statements pays off; with a faster one it only adds
 * statements.
 */
const FAST_MILLISECONDS = 1;
/** The shortest of this many flushes counts: load makes flushes look slow, never fast. */
const SAMPLES_KEPT = 8;
/** How many batches pass before a fast disk is measured again. */
const BATCHES_BETWEEN_CHECKS = 100;

export interface DiskSpeed {
  /** Whether the next batch should flush within its own statement. */
  isFast: () => boolean;
  /** Waits until everything committed before is on disk, and measures how long that took. */
  flush: () => Promise<void>;
}

/** Learns how fast the database's disk is; until the first measurement it counts as slow. */
export function measureDiskSpeed(flush: () => Promise<void>): DiskSpeed {
  const waits: number[] = [];
  let batches = 0;

  async function timedFlush(): Promise<void> {
    const startedAt = performance.now();
    await flush();
    waits.push(performance.now() - startedAt);
    if (waits.length > SAMPLES_KEPT) waits.shift();
  }

  return {
    isFast() {
      const fast = Math.min(...waits) < FAST_MILLISECONDS;
      // The disk may become slow, which nothing else would show.
      if (fast && ++batches % BATCHES_BETWEEN_CHECKS === 0) timedFlush().catch(() => {});
      return fast;
    },
    flush: timedFlush,
  };
}
