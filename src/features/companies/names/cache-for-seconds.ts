/**
 * Keeps what was read, and reads it again at the first use after `secondsMax`. For what may be a little old, such as
 * counts and lists made from all companies.
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
      // A failed reading must not be remembered: the next call tries again.
      attempt.catch(() => {
        if (reading === attempt) reading = null;
      });
    }
    return reading;
  };
}
