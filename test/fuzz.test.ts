import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("a short fuzz over every operation and MCP: no 5xx, no answer that does not come", {
  timeout: 300_000,
}, async () => {
  const run = promisify(execFile)(process.execPath, ["bench/fuzz.ts", "1500", "11"]);
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  expect(stdout).toContain('"faults": 0');
});
