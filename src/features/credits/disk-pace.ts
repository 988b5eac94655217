/**
 * With a disk slower than this, flushing separately from the statements pays off; with a faster one it only adds
 * statements.
 */
const QUICK_MILLISECONDS = 1;
/** The shortest of this many flushes counts: load makes flushes look slow, never fast. */
const WAITS_KEPT = 8;
/** How many batches pass before a fast disk is measured again. */
const BATCHES_BETWEEN_LOOKS = 100;

export interface DiskPace {
  /** Whether the next batch should flush within its own statement. */
  isQuick: () => boolean;
  /** Waits until everything committed before is on disk, and measures how long that took. */
  flush: () => Promise<void>;
}

/** Learns how fast the database's disk is; until the first measurement it counts as slow. */
export function watchDiskPace(flush: () => Promise<void>): DiskPace {
  const waits: number[] = [];
  let batches = 0;

  async function timedFlush(): Promise<void> {
    const begunAt = performance.now();
    await flush();
    waits.push(performance.now() - begunAt);
    if (waits.length > WAITS_KEPT) waits.shift();
  }

  return {
    isQuick() {
      const quick = Math.min(...waits) < QUICK_MILLISECONDS;
      // The disk may become slow, which nothing else would show.
      if (quick && ++batches % BATCHES_BETWEEN_LOOKS === 0) timedFlush().catch(() => {});
      return quick;
    },
    flush: timedFlush,
  };
}
