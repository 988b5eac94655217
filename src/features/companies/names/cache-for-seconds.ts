/**
 * Caches a value, and loads it again at the first use after `secondsMax`. For values that may be slightly stale, such
 * as counts and lists over all companies.
 */
export function cacheForSeconds<Kept>(
  read: () => Promise<Kept>,
  { secondsMax }: { secondsMax: number },
): () => Promise<Kept> {
  let reading: Promise<Kept> | null = null;
  let readAt = 0;
  return () => {
    if (reading === null || performance.now() - readAt > secondsMax * 1_000) {
      readAt = performance.now();
      const attempt = read();
      reading = attempt;
      // A failure must not be cached: the next call retries.
      attempt.catch(() => {
        if (reading === attempt) reading = null;
      });
    }
    return reading;
  };
}
