import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("answers a short fuzz over every operation and MCP without a 5xx and without hanging", {
  timeout: 300_000,
}, async () => {
  const run = promisify(execFile)(process.execPath, ["bench/fuzz.ts", "1500", "11"]);
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  expect(stdout).toContain('"faults": 0');
});
