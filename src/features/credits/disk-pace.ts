/** With a disk slower than this, waiting for it apart from the statements pays; with a quicker one it only adds statements. */
const QUICK_MILLISECONDS = 1;
/** Of so many waits the shortest counts: a busy service makes waits look long, never short. */
const WAITS_KEPT = 8;
/** How many batches go by until a quick disk is looked at again. */
const BATCHES_BETWEEN_LOOKS = 100;

export interface DiskPace {
  /** Whether the next batch should wait for the disk within its own statement. */
  isQuick: () => boolean;
  /** Waits until everything committed before is on disk, and notes how long that took. */
  flush: () => Promise<void>;
}

/** Learns from the waits how quick the disk of the database is; until the first one it counts as slow. */
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
      // It may become slow, which would show in nothing else.
      if (quick && ++batches % BATCHES_BETWEEN_LOOKS === 0) timedFlush().catch(() => {});
      return quick;
    },
    flush: timedFlush,
  };
}
