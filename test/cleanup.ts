const cleaners: (() => unknown)[] = [];

/** Runs when the test file is done, last in first out: what was opened later is closed sooner. */
export function onTestFileEnd(clean: () => unknown): void {
  cleaners.push(clean);
}

/** Called once for each test file. Everything is cleaned up, also what a test opened and also after one that fails. */
export async function cleanUp(): Promise<void> {
  const faults: unknown[] = [];
  for (let clean = cleaners.pop(); clean; clean = cleaners.pop()) {
    try {
      await clean();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, "not everything could be cleaned up");
}
