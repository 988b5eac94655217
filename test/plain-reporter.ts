import type { Reporter, TestModule } from "vitest/node";

/**
 * Prints `N passed, N failed` as the very last line, for people and scripts that read only that; before it, each test
 * that passed at its second try only, because a flaky test is a fault.
 */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    const flaky: string[] = [];
    for (const module of modules) {
      if (module.state() === "failed" && module.errors().length > 0) count.failed++;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state !== "pending") count[state]++;
        if (test.diagnostic()?.flaky) {
          const reason = errors?.[0]?.message ?? "unknown";
          flaky.push(`${test.module.relativeModuleId} > ${test.fullName}: ${reason.slice(0, 500)}`);
        }
      }
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
    process.once("exit", () => {
      for (const name of flaky) console.log(`passed at the second try: ${name}`);
      console.log(`${count.passed} passed, ${count.failed} failed${skipped}`);
    });
  }
}
