import { afterAll } from "vitest";

/** Runs when the test file is done, last in first out: what was opened later is closed sooner. */
export function onTestFileEnd(clean: () => unknown): void {
  afterAll(async () => {
    await clean();
  });
}
