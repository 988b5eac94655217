import type { Reporter, TestModule } from "vitest/node";

/** Prints `N passed, N failed` as the very last line, for people and scripts that read only that. */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      if (module.state() === "failed" && module.errors().length > 0) count.failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== "pending") count[state]++;
      }
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
    process.once("exit", () => console.log(`${count.passed} passed, ${count.failed} failed${skipped}`));
  }
}
